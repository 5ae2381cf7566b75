import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engineError } from '../../conformance-kit.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

const { double, kit } = await openDoubleKit('ours');
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
  await kit.running(there);
  assert.deepEqual(await kit.engine.observe(spec.serverId, signal), { ...machine, hostName: 'kvm2' });
});
