import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engineError } from '../conformance-kit.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { MachineSpec } from '../engine.ts';
import { openSimulatedKit, type SimulatedKit } from './simulated-kit.ts';

describe('faults of the simulated engine', () => {
  let kit: SimulatedKit;
  const { signal } = new AbortController();
  before(async () => {
    kit = await openSimulatedKit();
  });
  beforeEach(() => kit.engine.faults.clear());
  after(() => kit.close());

  async function boot(spec: MachineSpec): Promise<string> {
    await kit.engine.ensureRunning(spec, signal);
    kit.clock.advance(14 * SECOND_MS);
    return (await kit.engine.observe(spec.serverId, signal)).power;
  }

  test('a boot fails as often as asked, in whichever process, and of the machine meant only', async () => {
    const spec = kit.makeSpec();
    await kit.again().faults.bootFails({ serverId: spec.serverId, times: 2, cause: 'image_missing' });
    assert.equal(await boot(kit.makeSpec()), 'running');
    assert.equal(await boot(spec), 'failed');
    assert.equal((await kit.engine.observe(spec.serverId, signal)).failure, 'image_missing');
    assert.equal(await boot(spec), 'failed');
    assert.equal(await boot(spec), 'running');
  });

  test('a failing boot asked for by many at the same time uses up one failure', async () => {
    const spec = kit.makeSpec();
    await kit.engine.faults.bootFails({ serverId: spec.serverId, times: 3 });
    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all(Array.from({ length: 8 }, () => kit.again().ensureRunning(spec, signal)));
      kit.clock.advance(14 * SECOND_MS);
      assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'failed');
    }
    assert.equal(await boot(spec), 'failed');
    assert.equal(await boot(spec), 'running');
  });

  test('three failures strike three of ten machines that boot at the same time', async () => {
    const specs = Array.from({ length: 10 }, () => kit.makeSpec());
    await kit.engine.faults.bootFails({ times: 3 });
    await Promise.all(specs.map((spec) => kit.again().ensureRunning(spec, signal)));
    kit.clock.advance(14 * SECOND_MS);
    const machines = await Promise.all(specs.map(({ serverId }) => kit.engine.observe(serverId, signal)));
    assert.equal(machines.filter(({ power }) => power === 'failed').length, 3);
    assert.equal(machines.filter(({ power }) => power === 'running').length, 7);
  });

  test('every boot fails until the faults are cleared', async () => {
    const spec = kit.makeSpec();
    await kit.engine.faults.bootFails({});
    for (let turn = 0; turn < 3; turn += 1) assert.equal(await boot(spec), 'failed');
    await kit.engine.faults.clear();
    assert.equal(await boot(spec), 'running');
  });

  test('a reboot that fails leaves its token unfinished, and asking again reboots', async () => {
    const spec = kit.makeSpec();
    await boot(spec);
    await kit.engine.faults.bootFails({ times: 1 });
    await kit.engine.reboot(spec.serverId, 'token', signal);
    assert.equal((await kit.until(spec.serverId, 'failed')).rebootToken, null);
    await kit.engine.reboot(spec.serverId, 'token', signal);
    assert.equal((await kit.until(spec.serverId, 'running')).rebootToken, 'token');
  });

  test('a failed machine keeps its cards', async () => {
    const spec = kit.makeSpec();
    await kit.engine.faults.bootFails({ times: 1 });
    await boot(spec);
    const rival = kit.makeSpec({ hostName: spec.hostName, gpus: spec.gpus });
    await assert.rejects(kit.engine.ensureRunning(rival, signal), engineError('no_capacity'));
  });

  test('a call that fails has done nothing; one whose answer is lost has done its work', async () => {
    const spec = kit.makeSpec();
    await kit.engine.faults.callsFail({ times: 1, call: 'ensureRunning', cause: 'quota' });
    await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('quota'));
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'absent');
    await kit.engine.faults.answersLost({ times: 1 });
    await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('timeout'));
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'starting');
  });

  test('two failing calls among ten at the same time are two', async () => {
    await kit.engine.faults.callsFail({ times: 2 });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => kit.again().list(signal)));
    assert.equal(answers.filter(({ status }) => status === 'rejected').length, 2);
  });

  test('a lost host refuses new machines, and its hibernated ones wake elsewhere', async () => {
    const spec = kit.makeSpec();
    await boot(spec);
    await kit.engine.ensureHibernated(spec.serverId, signal);
    await kit.until(spec.serverId, 'hibernated');
    await kit.engine.faults.hostLost(spec.hostName);
    await kit.engine.faults.hostLost(spec.hostName);
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'hibernated');
    await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('timeout'));
    assert.equal(await boot({ ...spec, hostName: 'host-50' }), 'running');
    await kit.engine.faults.hostBack(spec.hostName);
    assert.equal(await boot(kit.makeSpec({ hostName: spec.hostName, gpus: [{ slot: 7, device: 'card-7' }] })), 'running');
  });

  test('what a machine was doing when its host was lost has gone on when it is back', async () => {
    const spec = kit.makeSpec();
    await kit.engine.ensureRunning(spec, signal);
    await kit.engine.faults.hostLost(spec.hostName);
    kit.clock.advance(12 * SECOND_MS);
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'unreachable');
    const now = kit.clock.now();
    await assert.rejects(kit.engine.metrics(spec.serverId, { from: now, to: now, stepSeconds: 1 }, signal), engineError('timeout'));
    await kit.engine.faults.hostBack(spec.hostName);
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'running');
  });

  test('a guest that never ends is switched off when its grace time is over, however often and by whomever it is told to end', async () => {
    const spec = kit.makeSpec();
    assert.equal(await boot(spec), 'running');
    await kit.again().faults.guestNeverEnds({ serverId: spec.serverId });
    await kit.engine.ensureStopped(spec.serverId, signal);
    kit.clock.advance(60 * SECOND_MS);
    assert.equal((await kit.again().ensureHibernated(spec.serverId, signal)).power, 'hibernating');
    kit.clock.advance(29 * SECOND_MS);
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'hibernating');
    kit.clock.advance(10 * SECOND_MS);
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'hibernated');
  });
});
