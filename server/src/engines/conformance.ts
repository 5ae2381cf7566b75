import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineError, type ConformanceKit } from './conformance-kit.ts';
import { backupConformance } from './conformance-backups.ts';
import { consoleConformance } from './conformance-console.ts';
import { faultConformance } from './conformance-faults.ts';
import { forwardsConformance } from './conformance-forwards.ts';
import { holderConformance } from './conformance-holder.ts';
import { inspectConformance } from './conformance-inspect.ts';
import { moveConformance } from './conformance-moves.ts';
import { absent, type MachineFirewallRule, type MachinePower, type MachineSpec, type Observed } from './engine.ts';

const ssh: MachineFirewallRule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 };
const https: MachineFirewallRule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv6', cidr: '::/0', portMin: 443, portMax: 443 };

/** The most machines made to fill a host. */
const MOST_MADE = 20;

/** The port's promises, for every engine. `start` is called once; `close` removes its machines. */
export function engineConformance(name: string, start: () => Promise<ConformanceKit>): void {
  describe(`${name} keeps the promises of an engine`, () => {
    let kit: ConformanceKit;
    const { signal } = new AbortController();
    before(async () => {
      kit = await start();
    });
    after(() => kit.close());

    async function running(overrides?: Partial<MachineSpec>): Promise<{ spec: MachineSpec; machine: Observed }> {
      const spec = kit.makeSpec(overrides);
      await kit.engine.ensureRunning(spec, signal);
      return { spec, machine: await kit.until(spec.serverId, 'running') };
    }
    const listed = async (serverId: string) => (await kit.engine.list(signal)).filter((machine) => machine.serverId === serverId);

    test('the host a machine is placed on is listed, answers, and has the cards', async () => {
      const spec = kit.makeSpec();
      const host = (await kit.engine.hosts(signal)).find((each) => each.name === spec.hostName);
      assert.ok(host);
      assert.equal(host.reachable, true);
      for (const { device } of spec.gpus) {
        if (device !== null) assert.equal(host.gpus.find((gpu) => gpu.device === device)?.model, spec.gpuModel);
      }
    });

    test('an engine says how long it may take', () => {
      for (const minutes of Object.values(kit.engine.limits)) assert.ok(Number.isInteger(minutes) && minutes > 0, String(minutes));
      for (const ms of Object.values(kit.engine.answers)) assert.ok(Number.isInteger(ms) && ms > 0, String(ms));
    });

    test('an engine that places by itself says for how many more machines there is room, and makes no more', async (t) => {
      const spec = kit.makeSpec();
      const room = (of: MachineSpec) => kit.engine.capacity({ ...of, gpuCount: of.gpus.length }, of.hostName, signal);
      if (kit.engine.can.placement === 'boreal') return assert.equal(await room(spec), null);
      const before = await room(spec);
      if (before === null || before > MOST_MADE) return t.skip('this engine does not say, or there is room for very many');
      const makeThere = () => kit.makeSpec({ hostName: spec.hostName });
      for (let left = before; left > 0; left -= 1) {
        const one = makeThere();
        await kit.engine.ensureRunning(one, signal);
        await kit.until(one.serverId, 'running');
        assert.equal(await room(spec), left - 1);
      }
      const refused = makeThere();
      await assert.rejects(kit.engine.ensureRunning(refused, signal), engineError('no_capacity'));
      assert.equal((await kit.engine.observe(refused.serverId, signal)).power, 'absent');
    });

    test('a machine nobody made is absent and not listed', async () => {
      const { serverId } = kit.makeSpec();
      assert.deepEqual(await kit.engine.observe(serverId, signal), absent(serverId));
      assert.deepEqual(await listed(serverId), []);
    });

    test('a machine asked for boots on its host and gets addresses', async () => {
      const spec = kit.makeSpec();
      const first = await kit.engine.ensureRunning(spec, signal);
      assert.ok(first.power === 'starting' || first.power === 'running', first.power);
      const machine = await kit.until(spec.serverId, 'running');
      assert.equal(machine.hostName, spec.hostName);
      assert.match(machine.ipv4 ?? '', /^\d+(\.\d+){3}$/);
      if (kit.engine.can.ipv6) assert.match(machine.ipv6 ?? '', /^[0-9a-f:]+$/);
      else assert.equal(machine.ipv6, null);
      assert.equal(machine.failure, null);
      assert.deepEqual(await kit.engine.observe(spec.serverId, signal), machine);
      assert.deepEqual(await listed(spec.serverId), [machine]);
    });

    test('a machine asked for twice is made once', async () => {
      const { spec, machine } = await running();
      assert.deepEqual(await kit.engine.ensureRunning(spec, signal), machine);
      assert.equal((await listed(spec.serverId)).length, 1);
    });

    test('a machine that must exist and does not is gone, and none is made', async () => {
      const spec = kit.makeSpec({ mustExist: true });
      await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('gone'));
      assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'absent');
    });

    test('a machine that must exist and does boots', async () => {
      const { spec } = await running();
      await kit.engine.ensureStopped(spec.serverId, signal);
      await kit.until(spec.serverId, 'stopped');
      await kit.engine.ensureRunning({ ...spec, mustExist: true }, signal);
      assert.equal((await kit.until(spec.serverId, 'running')).failure, null);
    });

    test('a machine asked for by many at the same time is made once', async () => {
      const spec = kit.makeSpec();
      await Promise.all(Array.from({ length: 8 }, () => kit.engine.ensureRunning(spec, signal)));
      await kit.until(spec.serverId, 'running');
      assert.equal((await listed(spec.serverId)).length, 1);
    });

    test('no two machines have the same address', async () => {
      const one = await running();
      const other = await running();
      assert.notEqual(one.machine.ipv4, other.machine.ipv4);
      if (kit.engine.can.ipv6) assert.notEqual(one.machine.ipv6, other.machine.ipv6);
    });

    for (const times of [1, 2]) {
      test(`a stopped machine keeps its addresses and has them when it starts again (each call ${times}x)`, async () => {
        const { spec, machine } = await running();
        await repeat(times, () => kit.engine.ensureStopped(spec.serverId, signal));
        const stopped = await kit.until(spec.serverId, 'stopped');
        assert.deepEqual(addresses(stopped), addresses(machine));
        await repeat(times, () => kit.engine.ensureRunning(spec, signal));
        assert.deepEqual(await kit.until(spec.serverId, 'running'), machine);
      });

      test(`a hibernated machine gives up its addresses and wakes with another (each call ${times}x)`, async () => {
        const { spec, machine } = await running();
        await repeat(times, () => kit.engine.ensureHibernated(spec.serverId, signal));
        assert.deepEqual(addresses(await kit.until(spec.serverId, 'hibernated')), [null, null]);
        await repeat(times, () => kit.engine.ensureRunning(spec, signal));
        const woken = await kit.until(spec.serverId, 'running');
        assert.ok(woken.ipv4);
        if (!kit.addressesByChance) assert.notEqual(woken.ipv4, machine.ipv4);
        if (kit.engine.can.ipv6)
          assert.ok(woken.ipv6 !== null && woken.ipv6 !== machine.ipv6, 'it woke with the same IPv6 address, or none');
      });

      test(`a machine asked to be gone is absent and no longer listed (each call ${times}x)`, async () => {
        const { spec } = await running();
        await repeat(times, () => kit.engine.ensureGone(spec.serverId, signal));
        assert.deepEqual(await kit.until(spec.serverId, 'absent'), absent(spec.serverId));
        assert.deepEqual(await listed(spec.serverId), []);
      });

      test(`a reboot happens once per token and keeps the addresses (each call ${times}x)`, async () => {
        const { spec, machine } = await running();
        await repeat(times, () => kit.engine.reboot(spec.serverId, 'first', signal));
        assert.deepEqual(await rebooted(spec.serverId, 'first'), { ...machine, rebootToken: 'first' });
        assert.equal((await kit.engine.reboot(spec.serverId, 'first', signal)).power, 'running');
        await repeat(times, () => kit.engine.reboot(spec.serverId, 'second', signal));
        assert.deepEqual(await rebooted(spec.serverId, 'second'), { ...machine, rebootToken: 'second' });
      });
    }

    /** Until the reboot is over; an engine may still show `running` just before it begins. */
    async function rebooted(serverId: string, token: string): Promise<Observed> {
      for (let tries = 0; tries < 600; tries += 1) {
        const machine = await kit.until(serverId, 'running');
        if (machine.rebootToken === token) return machine;
        await sleep(50);
      }
      return kit.engine.observe(serverId, signal);
    }

    test('a machine that is gone is a success for ensureGone', async () => {
      const { serverId } = kit.makeSpec();
      assert.deepEqual(await kit.engine.ensureGone(serverId, signal), absent(serverId));
    });

    test('the cards of a hibernated machine can be given to another, and it wakes on others', async () => {
      const { spec } = await running();
      await kit.engine.ensureHibernated(spec.serverId, signal);
      await kit.until(spec.serverId, 'hibernated');
      const { hostName, gpuModel, gpus } = spec;
      await running({ hostName, gpuModel, gpus });
      const elsewhere = kit.makeSpec();
      await kit.engine.ensureRunning({ ...elsewhere, serverId: spec.serverId }, signal);
      assert.equal((await kit.until(spec.serverId, 'running')).hostName, elsewhere.hostName);
    });

    test('what is on the work disk is there after a hibernation, or all of it is gone, as the engine says', async (t) => {
      if (!kit.disks) return t.skip('the disks of this engine cannot be read');
      const { spec } = await running();
      await kit.disks.write(spec.serverId, 'system', 'kept');
      await kit.disks.write(spec.serverId, 'work', 'as the engine says');
      await kit.engine.ensureHibernated(spec.serverId, signal);
      await kit.until(spec.serverId, 'hibernated');
      await kit.engine.ensureRunning(spec, signal);
      await kit.until(spec.serverId, 'running');
      assert.equal(await kit.disks.read(spec.serverId, 'system'), 'kept');
      const left = (await kit.disks.read(spec.serverId, 'work')) || null;
      assert.equal(left, kit.engine.can.workDisk === 'kept' ? 'as the engine says' : null);
    });

    test('stopping, hibernating or rebooting a machine that is not there makes none', async () => {
      const { serverId } = kit.makeSpec();
      assert.deepEqual(await kit.engine.ensureStopped(serverId, signal), absent(serverId));
      assert.deepEqual(await kit.engine.ensureHibernated(serverId, signal), absent(serverId));
      assert.deepEqual(await kit.engine.reboot(serverId, 'token', signal), absent(serverId));
      assert.deepEqual(await listed(serverId), []);
    });

    const turns = [
      { said: 'stop while it boots', ask: 'ensureStopped', ends: 'stopped' },
      { said: 'hibernate while it boots', ask: 'ensureHibernated', ends: 'hibernated' },
      { said: 'be gone while it boots', ask: 'ensureGone', ends: 'absent' },
    ] as const satisfies readonly { said: string; ask: string; ends: MachinePower }[];
    for (const { said, ask, ends } of turns) {
      test(`a machine told to ${said} does so`, async () => {
        const spec = kit.makeSpec();
        await kit.engine.ensureRunning(spec, signal);
        // Repeated as the worker does: an engine may first wait for a slow boot, but no longer than one call may take.
        await kit.untilDone(
          () => kit.engine[ask](spec.serverId, signal),
          ({ power }) => power === ends,
        );
      });
    }

    test('a machine told to run while it stops runs', async () => {
      const { spec, machine } = await running();
      await kit.engine.ensureStopped(spec.serverId, signal);
      await kit.engine.ensureRunning(spec, signal);
      assert.deepEqual(await kit.until(spec.serverId, 'running'), machine);
    });

    test('a stopped machine that is rebooted runs', async () => {
      const { spec } = await running();
      await kit.engine.ensureStopped(spec.serverId, signal);
      await kit.until(spec.serverId, 'stopped');
      await kit.engine.reboot(spec.serverId, 'token', signal);
      assert.equal((await rebooted(spec.serverId, 'token')).rebootToken, 'token');
    });

    test('firewall rules hold from the boot on and are replaced as a whole', async (t) => {
      if (!kit.firewallOf) return t.skip('the rules of this engine cannot be read back');
      const spec = kit.makeSpec({ firewall: [ssh] });
      await kit.engine.ensureRunning(spec, signal);
      assert.deepEqual(await kit.firewallOf(spec.serverId), [ssh]);
      await kit.until(spec.serverId, 'running');
      for (const rules of [[https, ssh], [https, ssh], []]) {
        await kit.engine.applyFirewall(spec.serverId, rules, signal);
        assert.deepEqual(await kit.firewallOf(spec.serverId), rules);
      }
    });

    test('firewall rules of a machine that is not there are refused as gone', async () => {
      await assert.rejects(kit.engine.applyFirewall(kit.makeSpec().serverId, [ssh], signal), engineError('gone'));
    });

    forwardsConformance(() => kit);

    test('a running machine is measured inside the window, at the step, and not before it was made', async () => {
      const { spec } = await running();
      const window = await kit.measured(spec.serverId);
      const samples = await kit.engine.metrics(spec.serverId, window, signal);
      if (!kit.engine.can.metrics) return assert.deepEqual(samples, []);
      assert.ok(samples.length > 0);
      assert.ok(samples.length < (window.to.getTime() - window.from.getTime()) / (window.stepSeconds * 1000));
      let last = window.from.getTime() - 1;
      for (const { at, cpu, ram, networkIn, networkOut } of samples) {
        assert.ok(at.getTime() > last && at < window.to, at.toISOString());
        assert.equal((at.getTime() - window.from.getTime()) % (window.stepSeconds * 1000), 0);
        for (const percent of [cpu, ram]) assert.ok(percent >= 0 && percent <= 100, String(percent));
        for (const rate of [networkIn, networkOut]) assert.ok(rate >= 0, String(rate));
        last = at.getTime();
      }
    });

    test('a machine that is not there has no measurements', async () => {
      const window = { from: new Date(0), to: new Date(), stepSeconds: 3600 };
      assert.deepEqual(await kit.engine.metrics(kit.makeSpec().serverId, window, signal), []);
    });

    consoleConformance(() => kit);

    test('a call whose signal is aborted does nothing', async () => {
      const { engine } = kit;
      const spec = kit.makeSpec();
      const { serverId } = spec;
      const off = AbortSignal.abort();
      const window = { from: new Date(0), to: new Date(), stepSeconds: 3600 };
      const calls = {
        hosts: () => engine.hosts(off),
        observe: () => engine.observe(serverId, off),
        list: () => engine.list(off),
        ensureRunning: () => engine.ensureRunning(spec, off),
        ensureStopped: () => engine.ensureStopped(serverId, off),
        ensureHibernated: () => engine.ensureHibernated(serverId, off),
        ensureGone: () => engine.ensureGone(serverId, off),
        relocate: () => engine.relocate(spec, off),
        reboot: () => engine.reboot(serverId, 'token', off),
        applyFirewall: () => engine.applyFirewall(serverId, [], off),
        backup: () => engine.backup(serverId, 'bkp_none', off),
        observeBackup: () => engine.observeBackup('bkp_none', off),
        deleteBackup: () => engine.deleteBackup('bkp_none', off),
        listBackups: () => engine.listBackups(off),
        console: () => engine.console(serverId, off),
        capacity: () => engine.capacity({ ...spec, gpuCount: 1 }, spec.hostName, off),
        leftovers: () => engine.leftovers(off),
        removeLeftover: () => engine.removeLeftover({ kind: 'rules', name: 'none', serverId, hostName: null }, off),
        metrics: () => engine.metrics(serverId, window, off),
        ...(engine.inspect && { inspect: () => engine.inspect?.(serverId, off) ?? Promise.resolve() }),
        ...(engine.hibernatedOn && { hibernatedOn: () => engine.hibernatedOn?.(spec.hostName, off) ?? Promise.resolve() }),
        ...(engine.applyForwards && {
          applyForwards: () => engine.applyForwards?.(serverId, { listenIp: '192.0.2.1', ports: [] }, off) ?? Promise.resolve(),
        }),
        ...(engine.holder && { holder: () => engine.holder?.read(off) ?? Promise.resolve() }),
        ...(engine.measure && { measure: () => engine.measure?.(off) ?? Promise.resolve() }),
      } satisfies Record<
        Exclude<
          keyof typeof engine,
          'name' | 'can' | 'limits' | 'answers' | 'applyForwards' | 'measure' | 'hibernatedOn' | 'holder' | 'inspect' | 'changes'
        >,
        () => Promise<unknown>
      >;
      for (const [call, make] of Object.entries(calls)) await assert.rejects(make, { name: 'AbortError' }, call);
      assert.equal((await engine.observe(serverId, signal)).power, 'absent');
    });

    holderConformance(() => kit);
    inspectConformance(() => kit);
    moveConformance(() => kit);
    faultConformance(() => kit);
    backupConformance(() => kit);
  });
}

function addresses({ ipv4, ipv6 }: Observed): readonly (string | null)[] {
  return [ipv4, ipv6];
}

async function repeat(times: number, call: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await call();
}
