import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineConformance } from '../../conformance.ts';
import { openOpenstackKit } from '../openstack-kit.ts';
import { startCloudDouble } from '../testing/cloud-double.ts';
import { doubleCloud } from '../testing/double-kit-cloud.ts';

const { signal } = new AbortController();

for (const [name, whose] of [
  ["a project of somebody's OpenStack with system disks on volumes", 'theirs'],
  ['an OpenStack of our own with system disks on volumes', 'ours'],
] as const) {
  engineConformance(name, async () => openOpenstackKit(doubleCloud(await startCloudDouble(), whose, { systemDisk: 'volume' })));
}

test('of a server that is removed while its disk is copied nothing is made and nothing is left, and it can be wanted again', async (t) => {
  const double = await startCloudDouble({ paceMs: 1500 });
  const kit = await openOpenstackKit(doubleCloud(double, 'theirs', { systemDisk: 'volume' }));
  t.after(() => kit.close());
  const engine = kit.again({ patienceMs: 200 });
  const spec = kit.makeSpec();
  assert.equal((await engine.ensureRunning(spec, signal)).power, 'starting');
  await kit.untilDone(
    () => engine.ensureGone(spec.serverId, signal),
    ({ power }) => power === 'absent',
  );
  assert.deepEqual(double.servers(), []);
  assert.deepEqual(await engine.leftovers(signal), []);
  await kit.untilDone(
    () => engine.ensureRunning(spec, signal),
    ({ power }) => power === 'running',
  );
});
