import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError, type ConformanceKit } from './conformance-kit.ts';
import type { Engine, Observed } from './engine.ts';

const { signal } = new AbortController();

/** Every call that powers a machine off. */
const endings: readonly {
  verb: string;
  ask: (engine: Engine, serverId: string) => Promise<Observed>;
  ends: (machine: Observed) => boolean;
}[] = [
  { verb: 'stop', ask: (engine, id) => engine.ensureStopped(id, signal), ends: ({ power }) => power === 'stopped' },
  { verb: 'hibernate', ask: (engine, id) => engine.ensureHibernated(id, signal), ends: ({ power }) => power === 'hibernated' },
  {
    verb: 'reboot',
    ask: (engine, id) => engine.reboot(id, 'token', signal),
    ends: ({ power, rebootToken }) => power === 'running' && rebootToken === 'token',
  },
  { verb: 'be gone', ask: (engine, id) => engine.ensureGone(id, signal), ends: ({ power }) => power === 'absent' },
];

/** The port's promises about faults; part of `engineConformance`. */
export function faultConformance(open: () => ConformanceKit): void {
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

  test('an engine that is wholly down says so, refuses calls, and its machines run as before when it is back', async (t) => {
    const { engine, faults, makeSpec, until, untilDone } = open();
    const wholeEngine = faults?.wholeEngine;
    if (!wholeEngine) return t.skip('this engine cannot be down');
    const spec = makeSpec();
    const { serverId } = spec;
    await engine.ensureRunning(spec, signal);
    const before = await until(serverId, 'running');
    const hosts = (await engine.hosts(signal)).map(({ name }) => name);
    await wholeEngine.down();
    const silent = { ...engineError('timeout'), silence: 'no_answer' };
    await assert.rejects(engine.hosts(signal), silent);
    await assert.rejects(engine.list(signal), silent);
    await assert.rejects(engine.leftovers(signal), silent);
    const seen = await engine.observe(serverId, signal);
    assert.deepEqual([seen.power, seen.hostName, seen.failure], ['unreachable', null, null]);
    await assert.rejects(engine.ensureRunning(spec, signal), engineError('timeout'));
    await assert.rejects(engine.ensureStopped(serverId, signal), engineError('timeout'));
    await assert.rejects(engine.ensureGone(serverId, signal), engineError('timeout'));
    await assert.rejects(engine.reboot(serverId, 'token', signal), engineError('timeout'));
    await assert.rejects(engine.applyFirewall(serverId, [], signal), engineError('timeout'));
    await wholeEngine.back();
    assert.deepEqual(await until(serverId, 'running'), before);
    const list = async () => (await engine.list(signal)).find((machine) => machine.serverId === serverId) ?? before;
    assert.deepEqual(await untilDone(list, ({ power }) => power === 'running'), before);
    assert.deepEqual(
      (await engine.hosts(signal)).map(({ name }) => name),
      hosts,
    );
  });

  test('a machine on a dead card fails because of the card, and comes up on another', async (t) => {
    const { engine, faults, makeSpec, until, untilDone } = open();
    if (!faults?.deadCard) return t.skip('no card of this engine can die');
    const { dead, working } = await faults.deadCard(makeSpec());
    await engine.ensureRunning(dead, signal);
    assert.equal((await until(dead.serverId, 'failed')).failure, 'gpu');
    const machine = await untilDone(
      () => engine.ensureRunning(working, signal),
      ({ power }) => power === 'running',
    );
    assert.equal(machine.failure, null);
  });

  test('a machine for which the disks have no room is not made, those that are there run on, and it is made when there is room', async (t) => {
    const { engine, faults, makeSpec, until, untilDone } = open();
    const fullDisk = faults?.fullDisk;
    if (!fullDisk) return t.skip('no disk of this engine can be full');
    let [there, next] = [makeSpec(), makeSpec()];
    while (next.hostName !== there.hostName) [there, next] = [next, makeSpec()];
    await engine.ensureRunning(there, signal);
    const before = await until(there.serverId, 'running');
    await fullDisk.full(there.hostName);
    for (let asked = 0; asked < 2; asked += 1) await assert.rejects(engine.ensureRunning(next, signal), engineError('no_capacity'));
    assert.equal((await engine.observe(next.serverId, signal)).power, 'absent');
    assert.deepEqual(await engine.observe(there.serverId, signal), before);
    await fullDisk.cleared(there.hostName);
    const made = await untilDone(
      () => engine.ensureRunning(next, signal),
      ({ power }) => power === 'running',
    );
    assert.equal(made.failure, null);
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

  for (const { verb, ask, ends } of endings) {
    test(`a guest that never ends is made to when it is told to ${verb}, whichever process asks`, async (t) => {
      const kit = open();
      if (!kit.faults?.guestNeverEnds) return t.skip('no guest of this engine can be kept from ending');
      const spec = kit.makeSpec();
      await kit.engine.ensureRunning(spec, signal);
      await kit.until(spec.serverId, 'running');
      await kit.faults.guestNeverEnds(spec.serverId);
      const seen = await kit.untilDone(() => ask(kit.again(), spec.serverId), ends);
      assert.equal(seen.failure, null);
    });
  }

  test('a guest that did not end and is wanted again runs on, and is made to end another time', async (t) => {
    const kit = open();
    if (!kit.faults?.guestNeverEnds) return t.skip('no guest of this engine can be kept from ending');
    const spec = kit.makeSpec();
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    await kit.faults.guestNeverEnds(spec.serverId);
    await kit.again().ensureStopped(spec.serverId, signal);
    await kit.untilDone(
      () => kit.again().ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    );
    await kit.untilDone(
      () => kit.again().ensureStopped(spec.serverId, signal),
      ({ power }) => power === 'stopped',
    );
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

  test('what outlived its machine is told of and can be removed, and nothing that a machine has', async (t) => {
    const { engine, plantLeftover, makeSpec, until } = open();
    if (!plantLeftover) return t.skip('nothing can be left behind in this engine');
    const told = async (serverId: string) => (await engine.leftovers(signal)).filter((leftover) => leftover.serverId === serverId);
    const spec = makeSpec();
    await engine.ensureRunning(spec, signal);
    await until(spec.serverId, 'running');
    await engine.ensureHibernated(spec.serverId, signal);
    await until(spec.serverId, 'hibernated');
    assert.deepEqual(await told(spec.serverId), []);

    const { serverId } = makeSpec();
    await plantLeftover(serverId);
    const left = await told(serverId);
    assert.deepEqual(left.map(({ kind }) => kind).sort(), ['disk', 'rules']);
    const other = { ...left[0], kind: 'rules', name: spec.serverId.replace('_', '-'), serverId: spec.serverId, hostName: null } as const;
    await assert.rejects(engine.removeLeftover(other, signal), engineError('unknown'), 'it has a machine');
    for (let times = 0; times < 2; times += 1) for (const leftover of left) await engine.removeLeftover(leftover, signal);
    assert.deepEqual(await told(serverId), []);

    await engine.ensureRunning({ ...spec, mustExist: true }, signal);
    await until(spec.serverId, 'running');
    await engine.ensureGone(spec.serverId, signal);
    await until(spec.serverId, 'absent');
    await engine.ensureGone(spec.serverId, signal);
    assert.deepEqual(await told(spec.serverId), [], 'a machine that is gone leaves nothing');
  });
}
