import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError, type ConformanceBench } from './conformance-bench.ts';

/** The promises of the port about what goes wrong; part of `engineConformance`. */
export function faultConformance(open: () => ConformanceBench): void {
  const { signal } = new AbortController();

  test('a boot that fails says why, and asking again tries again', async (t) => {
    const { engine, faults, makeSpec, until } = open();
    if (!faults?.nextBootFails) return t.skip('nothing can be made to fail in this engine');
    const spec = makeSpec();
    await faults.nextBootFails(spec.serverId);
    await engine.ensureRunning(spec, signal);
    const failed = await until(spec.serverId, 'failed');
    assert.notEqual(failed.failure, null);
    assert.equal((await engine.observe(spec.serverId, signal)).power, 'failed');
    await engine.ensureRunning(spec, signal);
    assert.equal((await until(spec.serverId, 'running')).failure, null);
  });

  test('a machine that failed can be gone', async (t) => {
    const { engine, faults, makeSpec, until } = open();
    if (!faults?.nextBootFails) return t.skip('nothing can be made to fail in this engine');
    const spec = makeSpec();
    await faults.nextBootFails(spec.serverId);
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'failed');
    await engine.ensureGone(spec.serverId, signal);
    assert.equal((await until(spec.serverId, 'absent')).failure, null);
  });

  test('asking again after a lost answer changes nothing more', async (t) => {
    const { engine, faults, makeSpec, until } = open();
    if (!faults?.nextAnswerLost) return t.skip('nothing can be made to fail in this engine');
    const spec = makeSpec();
    const { serverId } = spec;
    const steps = [
      { call: 'ensureRunning', ask: () => engine.ensureRunning(spec, signal), ends: 'running' },
      { call: 'reboot', ask: () => engine.reboot(serverId, 'token', signal), ends: 'running' },
      { call: 'ensureStopped', ask: () => engine.ensureStopped(serverId, signal), ends: 'stopped' },
      { call: 'ensureHibernated', ask: () => engine.ensureHibernated(serverId, signal), ends: 'hibernated' },
      { call: 'ensureGone', ask: () => engine.ensureGone(serverId, signal), ends: 'absent' },
    ] as const;
    for (const { call, ask, ends } of steps) {
      await faults.nextAnswerLost(call, serverId);
      await assert.rejects(ask, engineError(), call);
      await ask();
      await until(serverId, ends);
      assert.equal((await engine.list(signal)).filter((machine) => machine.serverId === serverId).length, ends === 'absent' ? 0 : 1);
    }
  });

  test('machines of a lost host are unreachable, refuse calls, and run as before when it is back', async (t) => {
    const { engine, faults, makeSpec, until } = open();
    const lostHosts = faults?.lostHosts;
    if (!lostHosts) return t.skip('no host of this engine can be lost');
    const spec = makeSpec();
    const { serverId, hostName } = spec;
    await engine.ensureRunning(spec, signal);
    const before = await until(serverId, 'running');
    await lostHosts.hostLost(hostName);
    assert.equal((await until(serverId, 'unreachable')).power, 'unreachable');
    assert.equal((await engine.list(signal)).find((machine) => machine.serverId === serverId)?.power, 'unreachable');
    assert.equal((await engine.hosts(signal)).find((host) => host.name === hostName)?.reachable, false);
    await assert.rejects(engine.ensureRunning(spec, signal), engineError());
    await assert.rejects(engine.ensureStopped(serverId, signal), engineError());
    await assert.rejects(engine.ensureGone(serverId, signal), engineError());
    await assert.rejects(engine.reboot(serverId, 'token', signal), engineError());
    await assert.rejects(engine.applyFirewall(serverId, [], signal), engineError());
    await lostHosts.hostBack(hostName);
    assert.deepEqual(await until(serverId, 'running'), before);
  });

  test('a guest that powers itself off is seen as stopped and starts again', async (t) => {
    const { engine, faults, makeSpec, until } = open();
    if (!faults?.guestPowersOff) return t.skip('nothing can be made to fail in this engine');
    const spec = makeSpec();
    await engine.ensureRunning(spec, signal);
    const before = await until(spec.serverId, 'running');
    await faults.guestPowersOff(spec.serverId);
    assert.equal((await until(spec.serverId, 'stopped')).failure, null);
    await engine.ensureRunning(spec, signal);
    assert.deepEqual(await until(spec.serverId, 'running'), before);
  });

  test('a machine that no row knows is listed and can be gone', async (t) => {
    const { engine, plantOrphan, makeSpec, until } = open();
    if (!plantOrphan) return t.skip('this engine has no way around it');
    const { serverId, hostName } = makeSpec();
    await plantOrphan(serverId, hostName);
    assert.equal((await engine.list(signal)).filter((machine) => machine.serverId === serverId).length, 1);
    await engine.ensureGone(serverId, signal);
    assert.equal((await until(serverId, 'absent')).power, 'absent');
  });
}
