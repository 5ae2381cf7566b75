import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engineError } from '../conformance-bench.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { MachineSpec } from '../engine.ts';
import { openSimulatedBench, type SimulatedBench } from './simulated-bench.ts';

describe('faults of the simulated engine', () => {
  let bench: SimulatedBench;
  const { signal } = new AbortController();
  before(async () => {
    bench = await openSimulatedBench();
  });
  beforeEach(() => bench.engine.faults.clear());
  after(() => bench.close());

  async function boot(spec: MachineSpec): Promise<string> {
    await bench.engine.ensureRunning(spec, signal);
    bench.clock.advance(14 * SECOND_MS);
    return (await bench.engine.observe(spec.serverId, signal)).power;
  }

  test('a boot fails as often as asked, in whichever process, and of the machine meant only', async () => {
    const spec = bench.makeSpec();
    await bench.again().faults.bootFails({ serverId: spec.serverId, times: 2, cause: 'image_missing' });
    assert.equal(await boot(bench.makeSpec()), 'running');
    assert.equal(await boot(spec), 'failed');
    assert.equal((await bench.engine.observe(spec.serverId, signal)).failure, 'image_missing');
    assert.equal(await boot(spec), 'failed');
    assert.equal(await boot(spec), 'running');
  });

  test('a failing boot asked for by many at the same time uses up one failure', async () => {
    const spec = bench.makeSpec();
    await bench.engine.faults.bootFails({ serverId: spec.serverId, times: 3 });
    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all(Array.from({ length: 8 }, () => bench.again().ensureRunning(spec, signal)));
      bench.clock.advance(14 * SECOND_MS);
      assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'failed');
    }
    assert.equal(await boot(spec), 'failed');
    assert.equal(await boot(spec), 'running');
  });

  test('three failures strike three of ten machines that boot at the same time', async () => {
    const specs = Array.from({ length: 10 }, () => bench.makeSpec());
    await bench.engine.faults.bootFails({ times: 3 });
    await Promise.all(specs.map((spec) => bench.again().ensureRunning(spec, signal)));
    bench.clock.advance(14 * SECOND_MS);
    const machines = await Promise.all(specs.map(({ serverId }) => bench.engine.observe(serverId, signal)));
    assert.equal(machines.filter(({ power }) => power === 'failed').length, 3);
    assert.equal(machines.filter(({ power }) => power === 'running').length, 7);
  });

  test('every boot fails until the faults are cleared', async () => {
    const spec = bench.makeSpec();
    await bench.engine.faults.bootFails({});
    for (let turn = 0; turn < 3; turn += 1) assert.equal(await boot(spec), 'failed');
    await bench.engine.faults.clear();
    assert.equal(await boot(spec), 'running');
  });

  test('a reboot that fails leaves its token unfinished, and asking again reboots', async () => {
    const spec = bench.makeSpec();
    await boot(spec);
    await bench.engine.faults.bootFails({ times: 1 });
    await bench.engine.reboot(spec.serverId, 'token', signal);
    assert.equal((await bench.until(spec.serverId, 'failed')).rebootToken, null);
    await bench.engine.reboot(spec.serverId, 'token', signal);
    assert.equal((await bench.until(spec.serverId, 'running')).rebootToken, 'token');
  });

  test('a failed machine keeps its cards', async () => {
    const spec = bench.makeSpec();
    await bench.engine.faults.bootFails({ times: 1 });
    await boot(spec);
    const rival = bench.makeSpec({ hostName: spec.hostName, gpus: spec.gpus });
    await assert.rejects(bench.engine.ensureRunning(rival, signal), engineError('no_capacity'));
  });

  test('a call that fails has done nothing; one whose answer is lost has done its work', async () => {
    const spec = bench.makeSpec();
    await bench.engine.faults.callsFail({ times: 1, call: 'ensureRunning', cause: 'quota' });
    await assert.rejects(bench.engine.ensureRunning(spec, signal), engineError('quota'));
    assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'absent');
    await bench.engine.faults.answersLost({ times: 1 });
    await assert.rejects(bench.engine.ensureRunning(spec, signal), engineError('timeout'));
    assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'starting');
  });

  test('two failing calls among ten at the same time are two', async () => {
    await bench.engine.faults.callsFail({ times: 2 });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => bench.again().list(signal)));
    assert.equal(answers.filter(({ status }) => status === 'rejected').length, 2);
  });

  test('a lost host refuses new machines, and its hibernated ones wake elsewhere', async () => {
    const spec = bench.makeSpec();
    await boot(spec);
    await bench.engine.ensureHibernated(spec.serverId, signal);
    await bench.until(spec.serverId, 'hibernated');
    await bench.engine.faults.hostLost(spec.hostName);
    await bench.engine.faults.hostLost(spec.hostName);
    assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'hibernated');
    await assert.rejects(bench.engine.ensureRunning(spec, signal), engineError('timeout'));
    assert.equal(await boot({ ...spec, hostName: 'host-50' }), 'running');
    await bench.engine.faults.hostBack(spec.hostName);
    assert.equal(await boot(bench.makeSpec({ hostName: spec.hostName, gpus: [{ slot: 7, device: 'card-7' }] })), 'running');
  });

  test('what a machine was doing when its host was lost has gone on when it is back', async () => {
    const spec = bench.makeSpec();
    await bench.engine.ensureRunning(spec, signal);
    await bench.engine.faults.hostLost(spec.hostName);
    bench.clock.advance(12 * SECOND_MS);
    assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'unreachable');
    const now = bench.clock.now();
    await assert.rejects(bench.engine.metrics(spec.serverId, { from: now, to: now, stepSeconds: 1 }, signal), engineError('timeout'));
    await bench.engine.faults.hostBack(spec.hostName);
    assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'running');
  });

  test('a guest that never ends is switched off when its grace time is over, however often and by whomever it is told to end', async () => {
    const spec = bench.makeSpec();
    assert.equal(await boot(spec), 'running');
    await bench.again().faults.guestNeverEnds({ serverId: spec.serverId });
    await bench.engine.ensureStopped(spec.serverId, signal);
    bench.clock.advance(60 * SECOND_MS);
    assert.equal((await bench.again().ensureHibernated(spec.serverId, signal)).power, 'hibernating');
    bench.clock.advance(29 * SECOND_MS);
    assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'hibernating');
    bench.clock.advance(10 * SECOND_MS);
    assert.equal((await bench.engine.observe(spec.serverId, signal)).power, 'hibernated');
  });
});
