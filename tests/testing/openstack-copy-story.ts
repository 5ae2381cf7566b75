import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './boreal-process.ts';
import type { OpenstackCloud } from './openstack-cloud.ts';

const ENGINES = ['theirs', 'ours'] as const;
/** A worker that did not rest would sweep several times meanwhile. */
const SWEEPS_MS = 10_000;
/** The fence is looked at once a minute. */
const FENCED_WITHIN_MS = 120_000;

/** A Boreal on a copy of the database of another one, beside it on the same OpenStack: on the double, and on a real one. */
export function openstackCopyStory(name: string, start: () => Promise<OpenstackCloud>, { timeoutMs = 300_000 } = {}): void {
  describe(`a copy of the database beside its original on ${name}`, { timeout: 2 * timeoutMs }, () => {
    let cloud: OpenstackCloud;
    before(async () => {
      cloud = await start();
    });
    after(() => cloud.close());

    test('is kept off until it takes over; then the original is, and its machines are the copy’s', { timeout: 2 * timeoutMs }, async () => {
      const { disk, machinesOf } = cloud.sold;
      const known = await cloud.deploy('l4-x1');
      await cloud.rests(known, 'ACTIVE');
      const startCopy = await cloud.copied();
      const since = await cloud.deploy('l4-x1');
      const first = await cloud.rests(since, 'ACTIVE');
      await disk.write(first, 'mine');

      const copy = await startCopy();
      for (const engine of ENGINES) assert.match(copy.boreal.stdout(), new RegExp(`Another Boreal drives the engine ${engine}`));
      for (const plan of ['l4-x1', 'h100-sxm-x1']) await copy.isSoldOut(plan);
      await copy.act(known, 'stop');
      await sleep(SWEEPS_MS);
      assert.deepEqual(await Promise.all([known, since].map(machinesOf)), [1, 1]);
      assert.equal(await cloud.answers((await cloud.rests(known, 'ACTIVE')).ipv4 ?? ''), true);
      assert.doesNotMatch(await cloud.operate('engine', 'list'), /another Boreal/);

      for (const engine of ENGINES) {
        const said = await copy.operate('engine', 'take-over', engine, '--confirm', engine);
        assert.match(said, /A Boreal with any other database of this installation stays away/);
      }
      await copy.rests(known, 'STOPPED');
      for (const engine of ENGINES) {
        const fenced = new RegExp(`Another Boreal drives the engine ${engine}`);
        await until(`the original is kept off ${engine}`, FENCED_WITHIN_MS, async () => fenced.test(cloud.boreal.stderr()));
      }
      for (const plan of ['l4-x1', 'h100-sxm-x1']) await cloud.isSoldOut(plan);
      await cloud.act(since, 'stop');
      await sleep(SWEEPS_MS);
      assert.equal(await cloud.answers(first.ipv4 ?? ''), true);

      assert.match(await copy.operate('orphan', 'list', '--engine', 'theirs'), new RegExp(since));
      assert.match(await copy.operate('orphan', 'adopt', '--engine', 'theirs', '--all', '--charge', 'start'), /Adopted 1 server/);
      const adopted = await copy.rests(since, 'ACTIVE');
      assert.equal(adopted.ipv4, first.ipv4);
      assert.equal(await disk.read(adopted), 'mine');
      assert.doesNotMatch(await copy.operate('engine', 'list'), /another Boreal/);
      for (const id of [known, since]) await copy.remove(id);
      await copy.nothingIsLeft();
      await copy.operate('ledger', 'verify');
    });
  });
}
