import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError, type ConformanceKit } from './conformance-kit.ts';
import type { MachineSpec, Observed } from './engine.ts';

/** The promises of an engine that can move machines that are off to another host with their disks. */
export function moveConformance(kit: () => ConformanceKit): void {
  const { signal } = new AbortController();

  async function running(): Promise<{ spec: MachineSpec; machine: Observed }> {
    const spec = kit().makeSpec();
    await kit().engine.ensureRunning(spec, signal);
    return { spec, machine: await kit().until(spec.serverId, 'running') };
  }
  /** Another host that can take a machine, or one that cannot; null: there is none. A name with an @ is a group of a cluster. */
  async function otherHost(than: string, { fit = true } = {}): Promise<string | null> {
    const fits = (name: string) => (kit().movesTo?.(name) ?? true) === fit;
    return (await kit().engine.hosts(signal)).findLast(({ name }) => name !== than && !name.startsWith('@') && fits(name))?.name ?? null;
  }

  test('a machine that is off goes to another host when it is told so, stays off, and keeps what is on its disks', async (t) => {
    const { spec, machine } = await running();
    await assert.rejects(kit().engine.relocate(spec, signal), engineError('unknown'), 'it runs');
    if (!kit().engine.can.relocation) {
      await kit().engine.ensureStopped(spec.serverId, signal);
      const stopped = await kit().until(spec.serverId, 'stopped');
      await assert.rejects(kit().engine.relocate(kit().makeSpec({ serverId: spec.serverId }), signal), engineError('unknown'));
      assert.deepEqual(await kit().engine.observe(spec.serverId, signal), stopped);
      return;
    }
    const { hostName } = spec;
    const other = await otherHost(hostName);
    if (other === null) return t.skip('there is no other host here that could take it');
    await kit().disks?.write(spec.serverId, 'system', 'kept');
    await kit().disks?.write(spec.serverId, 'work', 'kept, too');
    await kit().engine.ensureStopped(spec.serverId, signal);
    await kit().until(spec.serverId, 'stopped');
    const there = { ...kit().makeSpec(), serverId: spec.serverId, hostName: other, mustExist: true };
    for (let calls = 0; (await kit().engine.relocate(there, signal)) !== 'there'; calls += 1) assert.ok(calls < 1000, 'it does not arrive');
    assert.equal(await kit().engine.relocate(there, signal), 'there');
    assert.deepEqual(await kit().engine.observe(spec.serverId, signal), { ...machine, power: 'stopped', hostName: other });
    await kit().engine.ensureRunning(there, signal);
    assert.deepEqual(await kit().until(spec.serverId, 'running'), { ...machine, hostName: other });
    if (kit().disks) {
      assert.equal(await kit().disks?.read(spec.serverId, 'system'), 'kept');
      assert.equal(await kit().disks?.read(spec.serverId, 'work'), 'kept, too');
    }
    await assert.rejects(kit().engine.relocate(kit().makeSpec(), signal), engineError('gone'), 'it is not there');
  });

  test('a machine that is off boots on another host when it is to run there, with what is on its disks', async (t) => {
    if (!kit().engine.can.relocation) return t.skip('this engine takes no machine to another host');
    const { spec, machine } = await running();
    const other = await otherHost(spec.hostName);
    if (other === null) return t.skip('there is no other host here that could take it');
    await kit().disks?.write(spec.serverId, 'system', 'kept');
    await kit().engine.ensureStopped(spec.serverId, signal);
    await kit().until(spec.serverId, 'stopped');
    const there = { ...kit().makeSpec(), serverId: spec.serverId, hostName: other, mustExist: true };
    const booted = await kit().untilDone(
      () => kit().engine.ensureRunning(there, signal),
      ({ power }) => power === 'running',
    );
    assert.deepEqual(booted, { ...machine, hostName: other });
    if (kit().disks) assert.equal(await kit().disks?.read(spec.serverId, 'system'), 'kept');
  });

  test('a machine does not go to a host that cannot have it: it stays off where it is', async (t) => {
    if (!kit().engine.can.relocation) return t.skip('this engine takes no machine to another host');
    const { spec, machine } = await running();
    const other = await otherHost(spec.hostName, { fit: false });
    if (other === null) return t.skip('every host here could take it');
    await kit().engine.ensureStopped(spec.serverId, signal);
    await kit().until(spec.serverId, 'stopped');
    const there = { ...kit().makeSpec(), serverId: spec.serverId, hostName: other, mustExist: true };
    const asked = async () => {
      for (let calls = 0; calls < 10; calls += 1) await kit().engine.relocate(there, signal);
    };
    await assert.rejects(asked(), engineError('no_capacity'));
    assert.deepEqual(await kit().engine.observe(spec.serverId, signal), { ...machine, power: 'stopped' });
  });
}
