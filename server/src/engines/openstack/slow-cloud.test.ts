import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerLimits } from '../answer-limits.ts';
import { EngineError } from '../engine.ts';
import { checkOpenstack } from './check/check-openstack.ts';
import { createCloudClient } from './cloud/cloud-client.ts';
import { createDirectory } from './directory.ts';
import { systemClock } from '../../kit/clock.ts';
import { openOpenstackKit, settingsOf } from './openstack-kit.ts';
import { startCloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

/** Every call takes ten seconds, which are a fifth of one here, and so is everything else. */
const TIMES_FASTER = 50;
const CALL_MS = 10_000;

for (const whose of ['ours', 'theirs'] as const) {
  test(`a cloud of ${whose} whose every call takes ten seconds is heard, checked and sold within what the engine says of its answers`, async (t) => {
    const double = await startCloudDouble();
    const cloud = doubleCloud(double, whose);
    const kit = await openOpenstackKit(cloud);
    t.after(() => kit.close());
    const client = createCloudClient(settingsOf(cloud), { clock: systemClock() });
    t.after(() => client.close());
    double.faults.rules.push(() => ({ delayMs: CALL_MS / TIMES_FASTER }));
    // As after a start: nobody has signed in.
    const engine = kit.again({ client, patienceMs: 7000 / TIMES_FASTER, probe: null });
    const within = (limit: keyof AnswerLimits) => AbortSignal.timeout(engine.answers[limit] / TIMES_FASTER);

    const wanted = { images: [], hosts: [{ name: cloud.hostName }], places: 1, sizes: [] };
    const signal = within('check');
    const of = { name: 'openstack', hosts: () => engine.hosts(signal), metrics: false, console: 'line', isLate: () => false } as const;
    const deps = { client, layout: kit.layout, directory: createDirectory(client, systemClock(), kit.layout) };
    assert.deepEqual(await checkOpenstack(deps, of, wanted, signal), []);
    assert.ok((await engine.hosts(within('hosts'))).some(({ name }) => name === cloud.hostName));

    const spec = kit.makeSpec();
    const running = () =>
      kit.untilDone(
        () => patiently(engine.ensureRunning(spec, within('work'))),
        ({ power }) => power === 'running',
      );
    await running();
    assert.deepEqual(
      (await engine.list(within('list'))).map(({ serverId, power }) => ({ serverId, power })),
      [{ serverId: spec.serverId, power: 'running' }],
    );
    await kit.untilDone(
      () => patiently(engine.ensureHibernated(spec.serverId, within('work'))),
      ({ power }) => power === 'hibernated',
    );
    await running();
    await kit.untilDone(
      () => patiently(engine.ensureGone(spec.serverId, within('work'))),
      ({ power }) => power === 'absent',
    );
  });
}

/** This machine may be slow, too: who works on servers asks again. */
async function patiently<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'TimeoutError' ? new EngineError('timeout', 'too slow', { cause: error }) : error;
  });
}
