import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineError } from '../../conformance-kit.ts';
import { openOpenstackKit, type OpenstackKit } from '../openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from '../testing/cloud-double.ts';
import { doubleCloud } from '../testing/double-kit-cloud.ts';

const { signal } = new AbortController();
let double: CloudDouble;
let kit: OpenstackKit;
before(async () => {
  double = await startCloudDouble();
  kit = await openOpenstackKit(doubleCloud(double, 'ours'));
});
after(() => kit.close());

test('a move that nova agrees to and then cannot make is refused once, and leaves the machine off where it was', async () => {
  const spec = kit.makeSpec();
  await kit.engine.ensureRunning(spec, signal);
  const machine = await kit.until(spec.serverId, 'running');
  await kit.engine.ensureStopped(spec.serverId, signal);
  const stopped = await kit.until(spec.serverId, 'stopped');
  const there = { ...spec, hostName: 'kvm2', mustExist: true };
  await double.faults.hostDown('kvm2');
  for (const ask of [() => kit.engine.relocate(there, signal), () => kit.engine.ensureRunning(there, signal)])
    await assert.rejects(ask(), engineError('no_capacity'));
  assert.deepEqual(await kit.engine.observe(spec.serverId, signal), stopped);
  await double.faults.hostUp('kvm2');
  await kit.untilDone(
    () => kit.engine.ensureRunning(there, signal),
    ({ power }) => power === 'running',
  );
  assert.deepEqual(await kit.engine.observe(spec.serverId, signal), { ...machine, hostName: 'kvm2' });
});
