import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { z } from 'zod';
import { PROBES_FROM } from '../server/src/engines/openstack/testing/double-guests.ts';
import { openDoubleKit } from '../server/src/engines/openstack/testing/open-double-kit.ts';
import { beginRun } from './openstack-runs.ts';

const KILLED = 1;
const GOES_ON = 2;
const { signal } = new AbortController();

test('what a run left that was killed is removed when the next begins, and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-bench-runs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { double, kit } = await openDoubleKit('theirs');
  t.after(() => kit.close());
  const made = async (owner: string) => {
    const engine = kit.again({ layout: { ...kit.layout, owner, probesFrom: [PROBES_FROM] } });
    await kit.running(kit.makeSpec(), engine);
  };
  const group = (name: string) =>
    kit.client.change(
      'network',
      { method: 'POST', path: '/v2.0/security-groups', body: { security_group: { name } } },
      z.unknown(),
      signal,
    );
  const { client } = kit;
  for (const owner of ['killed', 'goes-on', 'somebody']) await made(owner);
  await group('bench-killed-hand0');
  await writeFile(join(folder, String(KILLED)), 'bench-killed\nkilled\n');
  await writeFile(join(folder, String(GOES_ON)), 'bench-goes-on\ngoes-on\n');

  const run = await beginRun(folder, client, async (pid) => pid === GOES_ON);
  const things = () =>
    JSON.stringify([
      double.servers(),
      ...[double.networks.ports, double.networks.groups, double.networks.floatingIps].map((all) => [...all.values()]),
    ]);
  assert.deepEqual(
    double.servers().map(({ metadata }) => metadata['boreal_owner']),
    ['goes-on', 'somebody'],
  );
  assert.doesNotMatch(things(), /killed/);
  assert.deepEqual((await readdir(folder)).toSorted(), [String(GOES_ON), String(process.pid)].toSorted());

  await group(`${run.mark}-hand0`);
  await made('later');
  await run.note('later');
  await run.end();
  assert.doesNotMatch(things(), new RegExp(`later|${run.mark}`));
  assert.equal(double.servers().length, 2);
  assert.deepEqual(await readdir(folder), [String(GOES_ON)]);
});

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  test(`${name} leaves time to tidy up, also once a Boreal runs`, async () => {
    const script = `
      import { untilCutOff } from ${JSON.stringify(join(import.meta.dirname, 'until-cut-off.ts'))};
      import { makeBorealHome } from ${JSON.stringify(join(import.meta.dirname, '../tests/testing/boreal-process-home.ts'))};
      const home = await makeBorealHome();
      try {
        await untilCutOff(async () => {
          await home.spawn();
          console.log('at work');
          await new Promise((resolve) => setTimeout(resolve, 60_000));
        });
      } finally {
        await home.close();
        console.log('tidied up');
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const written = [text(child.stdout), text(child.stderr)];
    await once(child.stdout, 'data');
    child.kill(name);
    child.kill(name);
    const [code] = await once(child, 'exit');
    const [out = '', err = ''] = await Promise.all(written);
    assert.equal(code, 1);
    assert.match(out, /tidied up/);
    assert.match(err, new RegExp(`${name}: removing what was made`));
  });
}
