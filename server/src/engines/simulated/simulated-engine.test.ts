import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engineConformance } from '../conformance.ts';
import { engineError } from '../conformance-kit.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { MachineSpec, Observed } from '../engine.ts';
import { addressesOf } from './addresses.rules.ts';
import { simulatedGpu, slotsIn } from './gpus.rules.ts';
import { openSimulatedKit, type SimulatedKit } from './simulated-kit.ts';

engineConformance('simulated', () => openSimulatedKit());
engineConformance('simulated, with as little as an engine may do', () =>
  openSimulatedKit({ can: { relocation: false, ipv6: false, workDisk: 'scratch', metrics: false, console: 'none' } }),
);
engineConformance('simulated, placing by itself', () => openSimulatedKit({ can: { placement: 'engine' } }));
engineConformance('simulated, with a serial line', () => openSimulatedKit({ can: { console: 'line' } }));

describe('the simulated engine', () => {
  let kit: SimulatedKit;
  const { signal } = new AbortController();
  before(async () => {
    kit = await openSimulatedKit();
  });
  beforeEach(() => kit.engine.faults.clear());
  after(() => kit.close());

  async function running(overrides?: Partial<MachineSpec>): Promise<{ spec: MachineSpec; machine: Observed }> {
    const spec = kit.makeSpec(overrides);
    await kit.engine.ensureRunning(spec, signal);
    return { spec, machine: await kit.until(spec.serverId, 'running') };
  }
  const power = async (serverId: string) => (await kit.engine.observe(serverId, signal)).power;

  test('many processes may prepare the deps at once, and again later', async () => {
    await kit.database.query('drop schema simulated_engine cascade');
    await Promise.all(Array.from({ length: 8 }, () => kit.again().prepare()));
    await running();
    await kit.engine.prepare();
  });

  test('a card is never given to two machines, whoever asks first', async () => {
    const specs = Array.from({ length: 8 }, () => kit.makeSpec({ hostName: 'host-99', gpus: [0, 1].map(simulatedGpu) }));
    const answers = await Promise.allSettled(specs.map((spec) => kit.again().ensureRunning(spec, signal)));
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const answer of answers) {
      if (answer.status === 'rejected') assert.equal(answer.reason.engineCause, 'no_capacity');
    }
    const refused = specs.filter((_, n) => answers[n]?.status === 'rejected');
    for (const { serverId } of refused) assert.equal(await power(serverId), 'absent');
  });

  test('a machine holds its cards while stopped and while it is being deleted, until it is gone', async () => {
    const { spec } = await running();
    const rival = kit.makeSpec({ hostName: spec.hostName, gpus: spec.gpus });
    const refused = () => assert.rejects(kit.engine.ensureRunning(rival, signal), engineError('no_capacity'));
    await refused();
    await kit.engine.ensureStopped(spec.serverId, signal);
    await kit.until(spec.serverId, 'stopped');
    await refused();
    await kit.engine.ensureGone(spec.serverId, signal);
    assert.equal(await power(spec.serverId), 'deleting');
    await refused();
    await kit.until(spec.serverId, 'absent');
    assert.equal((await kit.engine.ensureRunning(rival, signal)).power, 'starting');
  });

  test('a machine that hibernated keeps no card back while it is deleted, and cannot wake on a card that was given away', async () => {
    const [asleep, deleted] = [await running(), await running()];
    for (const { spec } of [asleep, deleted]) await kit.engine.ensureHibernated(spec.serverId, signal);
    for (const { spec } of [asleep, deleted]) await kit.until(spec.serverId, 'hibernated');
    await kit.engine.ensureGone(deleted.spec.serverId, signal);
    for (const { spec } of [asleep, deleted])
      await kit.engine.ensureRunning(kit.makeSpec({ hostName: spec.hostName, gpus: spec.gpus }), signal);
    await assert.rejects(kit.engine.ensureRunning(asleep.spec, signal), engineError('no_capacity'));
    assert.equal(await power(asleep.spec.serverId), 'hibernated');
  });

  test('an unknown host, another model or a card beyond the last one is no capacity', async () => {
    for (const wrong of [{ hostName: 'nowhere' }, { gpuModel: 'b200-sxm' }, { gpus: [simulatedGpu(8)] }]) {
      await assert.rejects(kit.engine.ensureRunning(kit.makeSpec(wrong), signal), engineError('no_capacity'));
    }
  });

  test('300 machines have 300 addresses of the documentation ranges', async () => {
    const specs = Array.from({ length: 300 }, () => kit.makeSpec());
    await Promise.all(specs.map((spec) => kit.engine.ensureRunning(spec, signal)));
    kit.clock.advance(12 * SECOND_MS);
    const ids = new Set(specs.map(({ serverId }) => serverId));
    const machines = (await kit.engine.list(signal)).filter(({ serverId }) => ids.has(serverId));
    assert.equal(new Set(machines.map(({ ipv4 }) => ipv4)).size, 300);
    assert.equal(new Set(machines.map(({ ipv6 }) => ipv6)).size, 300);
    for (const { ipv4, ipv6 } of machines) {
      assert.match(ipv4 ?? '', /^198\.1[89]\.\d+\.\d+$/);
      assert.match(ipv6 ?? '', /^2001:db8:/);
    }
  });

  test('a machine whose address is taken gets the next one', async () => {
    const { spec: holder } = await running();
    const spec = kit.makeSpec();
    const first = addressesOf({ seed: 'tests', serverId: spec.serverId, generation: 1 });
    await kit.database.query('update simulated_engine.machine set ipv4 = $1 where server_id = $2', [first.ipv4, holder.serverId]);
    await kit.engine.ensureRunning(spec, signal);
    assert.equal(
      (await kit.until(spec.serverId, 'running')).ipv4,
      addressesOf({ seed: 'tests', serverId: spec.serverId, generation: 2 }).ipv4,
    );
  });

  test('addresses are shown once the machine has run', async () => {
    const spec = kit.makeSpec();
    assert.equal((await kit.engine.ensureRunning(spec, signal)).ipv4, null);
    await kit.engine.ensureStopped(spec.serverId, signal);
    assert.equal((await kit.until(spec.serverId, 'stopped')).ipv4, null);

    const { spec: woken } = await running();
    await kit.engine.ensureHibernated(woken.serverId, signal);
    await kit.until(woken.serverId, 'hibernated');
    assert.equal((await kit.engine.ensureRunning(woken, signal)).ipv4, null);
  });

  test('calls that meet on one machine end in one of the states asked for, and it can still be moved', async () => {
    const { spec } = await running();
    const { serverId } = spec;
    await Promise.all(
      Array.from({ length: 5 }, () => [
        kit.again().ensureStopped(serverId, signal),
        kit.again().ensureRunning(spec, signal),
        kit.again().ensureHibernated(serverId, signal),
        kit.again().reboot(serverId, 'storm', signal),
      ]).flat(),
    );
    kit.clock.advance(60 * SECOND_MS);
    assert.ok(['stopped', 'running', 'hibernated'].includes(await power(serverId)));
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(serverId, 'running');
    const held = await kit.database.query<{ slot: number }>('select slot from simulated_engine.gpu_slot where server_id = $1', [serverId]);
    assert.deepEqual(
      held.map(({ slot }) => slot),
      slotsIn(spec),
    );
  });

  test('machines that wake while others boot hold their cards', async () => {
    const asleep = await Promise.all(Array.from({ length: 10 }, () => running()));
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all(asleep.map(({ spec }) => kit.engine.ensureHibernated(spec.serverId, signal)));
      kit.clock.advance(8 * SECOND_MS);
      await Promise.all(
        asleep.flatMap(({ spec }) => [kit.again().ensureRunning(kit.makeSpec(), signal), kit.again().ensureRunning(spec, signal)]),
      );
      kit.clock.advance(14 * SECOND_MS);
    }
    const held = await kit.database.query<{ serverId: string }>('select server_id as "serverId" from simulated_engine.gpu_slot');
    const holders = new Set(held.map(({ serverId }) => serverId));
    for (const { spec } of asleep) assert.ok(holders.has(spec.serverId), spec.serverId);
  });

  test('a machine that wakes while another process writes down its hibernation keeps its cards', async () => {
    const { spec } = await running();
    await kit.engine.ensureHibernated(spec.serverId, signal);
    kit.clock.advance(8 * SECOND_MS);
    // Holds the row as a wake does, for as long as the other process needs.
    const waking = kit.database.query(
      `update simulated_engine.machine set to_power = 'running', version = version + 1 where server_id = $1 returning pg_sleep(0.3)`,
      [spec.serverId],
    );
    await kit.database.query('select pg_sleep(0.1)');
    await kit.again().ensureRunning(kit.makeSpec(), signal);
    await waking;
    const held = await kit.database.query('select slot from simulated_engine.gpu_slot where server_id = $1', [spec.serverId]);
    assert.equal(held.length, 1);
  });

  test('machines that swap cards as they wake do not wait for each other for ever', async () => {
    const [one, other] = [await running(), await running()];
    for (const { spec } of [one, other]) await kit.engine.ensureHibernated(spec.serverId, signal);
    kit.clock.advance(8 * SECOND_MS);
    await Promise.all([
      kit.engine.ensureRunning({ ...other.spec, serverId: one.spec.serverId }, signal),
      kit.again().ensureRunning({ ...one.spec, serverId: other.spec.serverId }, signal),
    ]);
    kit.clock.advance(14 * SECOND_MS);
    assert.equal(await power(one.spec.serverId), 'running');
    assert.equal(await power(other.spec.serverId), 'running');
  });

  test('another process with the same seed sees the same machine at every moment', async () => {
    const spec = kit.makeSpec();
    await kit.engine.ensureRunning(spec, signal);
    for (let second = 0; second < 14; second += 1) {
      assert.deepEqual(await kit.again().observe(spec.serverId, signal), await kit.engine.observe(spec.serverId, signal));
      kit.clock.advance(1 * SECOND_MS);
    }
    assert.equal(await power(spec.serverId), 'running');
  });

  test('a boot takes at least 5 and at most 12 seconds, as long each time, and longer when the deps is slow', async () => {
    const { spec } = await running();
    const restart = async () => {
      await kit.engine.ensureStopped(spec.serverId, signal);
      await kit.until(spec.serverId, 'stopped');
      const asked = kit.clock.now().getTime();
      await kit.engine.ensureRunning(spec, signal);
      await kit.until(spec.serverId, 'running');
      return (kit.clock.now().getTime() - asked) / 1000;
    };
    const usual = await restart();
    assert.ok(usual >= 5 && usual <= 12, String(usual));
    assert.equal(await restart(), usual);
    await kit.engine.faults.slow({ factor: 5 });
    const slow = await restart();
    assert.ok(slow > 4 * usual, String(slow));
  });

  test('a token that was rebooted once is not rebooted again, also after a stop', async () => {
    const { spec } = await running();
    await kit.engine.reboot(spec.serverId, 'once', signal);
    assert.equal(await power(spec.serverId), 'rebooting');
    await kit.until(spec.serverId, 'running');
    await kit.engine.ensureStopped(spec.serverId, signal);
    await kit.until(spec.serverId, 'stopped');
    assert.equal((await kit.engine.reboot(spec.serverId, 'once', signal)).power, 'stopped');
  });

  test('a reboot that is cut short has not happened', async () => {
    const { spec } = await running();
    await kit.engine.reboot(spec.serverId, 'cut', signal);
    await kit.engine.ensureStopped(spec.serverId, signal);
    assert.equal((await kit.until(spec.serverId, 'stopped')).rebootToken, null);
  });

  test('a machine being deleted is never called back', async () => {
    const { spec } = await running();
    await kit.engine.ensureGone(spec.serverId, signal);
    assert.equal((await kit.engine.ensureRunning(spec, signal)).power, 'deleting');
    assert.equal((await kit.engine.ensureStopped(spec.serverId, signal)).power, 'deleting');
    await kit.until(spec.serverId, 'absent');
    assert.equal(await kit.engine.firewallOf(spec.serverId), null);
    assert.equal((await kit.engine.ensureRunning(spec, signal)).rebootToken, null);
  });

  test('the machine is booted with what was asked for last', async () => {
    const { spec } = await running();
    await kit.engine.ensureStopped(spec.serverId, signal);
    const changed = { ...spec, publicKey: 'ssh-ed25519 other' };
    await kit.engine.ensureRunning(changed, signal);
    assert.deepEqual(await kit.engine.specOf(spec.serverId), changed);
  });
});
