import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { memberName } from '../../../../dev/incus/cluster.ts';
import { inside, whyNoLab } from '../../../../dev/incus/lab.ts';
import { PROMPT, watch } from '../conformance-console.ts';
import { engineError } from '../conformance-kit.ts';
import type { MachineSpec } from '../engine.ts';
import { aclOf } from './rules/firewall.rules.ts';
import { openIncusKit, type IncusKit } from './incus-kit.ts';
import { instanceName } from './rules/machine-marks.rules.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const nowhere = { gateways: [], probes: [], broadcasts: [], denied: { IPv4: [], IPv6: [] } };
const [M1, M2, M3] = [memberName(0), memberName(1), memberName(2)];

describe('a cluster of Incus', why === null ? {} : { skip: why }, () => {
  let kit: IncusKit;
  before(async () => {
    kit = await openIncusKit({ members: 3 });
  });
  after(() => kit.close());

  test('has its members and groups as hosts', async () => {
    const hosts = await kit.engine.hosts(signal);
    assert.deepEqual(
      hosts.map(({ name, reachable }) => [name, reachable]),
      [M1, M2, M3, '@default'].map((name) => [name, true]),
    );
  });

  test('places a machine on the member that is named, and anywhere in a group', async () => {
    const there = kit.makeSpec({ hostName: M2 });
    const anywhere = kit.makeSpec({ hostName: '@default' });
    for (const spec of [there, anywhere]) await kit.engine.ensureRunning(spec, signal);
    assert.equal((await kit.until(there.serverId, 'running')).hostName, M2);
    assert.equal((await kit.until(anywhere.serverId, 'running')).hostName, '@default');
  });

  test('a machine on another member than the one that is asked goes by its rules at once, and is measured', async () => {
    const spec = kit.makeSpec({ hostName: M2 });
    const { serverId } = spec;
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(serverId, 'running');
    const portsOn = () =>
      [...new Set(inside(kit.labs[1] ?? kit.lab, ['nft', 'list', 'ruleset']).match(/(?<=tcp dport )80\d\d/g))].toSorted();
    const open = (port: number) =>
      ({ direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: port, portMax: port }) as const;
    for (const ports of [[8080], [8080, 8081], [8081], []]) {
      await kit.engine.applyFirewall(serverId, ports.map(open), signal);
      assert.deepEqual(portsOn(), ports.map(String));
    }
    // Whoever was killed before the member had heard of it asks again.
    await changeAcl(serverId, aclOf([open(8090)], nowhere, { hasIPv6: true }));
    assert.deepEqual(portsOn(), []);
    await kit.engine.applyFirewall(serverId, [open(8090)], signal);
    assert.deepEqual(portsOn(), ['8090']);
    assert.equal((await kit.until(serverId, 'running')).hostName, M2);
    const window = await kit.measured(serverId);
    assert.ok((await kit.engine.metrics(serverId, window, signal)).length > 0);
    await kit.engine.ensureGone(serverId, signal);
  });

  test('a console leads to a shell on whatever member the machine is', async () => {
    const { serverId, username } = await runningOn(M3);
    const opened = await kit.engine.console(serverId, signal);
    const screen = watch(opened);
    await screen.until(PROMPT);
    opened.stream.write('whoami; exit\r');
    await screen.until(new RegExp(`\\n${username}\\r\\n`));
    await screen.ended;
    await kit.engine.ensureGone(serverId, signal);
  });

  async function runningOn(hostName: string): Promise<MachineSpec> {
    const spec = kit.makeSpec({ hostName });
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    return spec;
  }

  test('wakes a machine on another member, with both its disks and another address', async () => {
    const spec = kit.makeSpec({ hostName: M2 });
    await kit.engine.ensureRunning(spec, signal);
    const before = await kit.until(spec.serverId, 'running');
    await kit.disks?.write(spec.serverId, 'system', 'kept');
    await kit.disks?.write(spec.serverId, 'work', 'kept, too');
    await kit.engine.ensureHibernated(spec.serverId, signal);
    assert.equal((await kit.until(spec.serverId, 'hibernated')).hostName, null);
    // Disks are copied over the network: another call may have to go on with it.
    const woken = await kit.untilAsked({ ...spec, hostName: M3, mustExist: true });
    assert.equal(woken.hostName, M3);
    assert.notEqual(woken.ipv4, before.ipv4);
    assert.equal(await kit.disks?.read(spec.serverId, 'system'), 'kept');
    assert.equal(await kit.disks?.read(spec.serverId, 'work'), 'kept, too');
    await kit.engine.ensureGone(spec.serverId, signal);
    await kit.until(spec.serverId, 'absent');
  });

  test('takes a machine that is off to another member with both its disks, in calls that wait for nothing', async () => {
    const spec = kit.makeSpec({ hostName: M2 });
    const { serverId } = spec;
    await kit.engine.ensureRunning(spec, signal);
    const before = await kit.until(serverId, 'running');
    for (const disk of ['/etc', '/work'])
      await kit.run(serverId, `dd if=/dev/urandom of=${disk}/big bs=1M count=60 2>/dev/null; md5sum ${disk}/big >${disk}/sum; sync`);
    const there = { ...spec, hostName: M3, mustExist: true };
    await assert.rejects(kit.engine.relocate(there, signal), engineError('unknown'), 'it runs');
    await kit.engine.ensureStopped(serverId, signal);
    await kit.until(serverId, 'stopped');
    const hasty = kit.again({ patienceMs: 0 });
    let calls = 1;
    while ((await hasty.relocate(there, signal)) !== 'there') {
      assert.ok((calls += 1) < 600, 'it does not arrive');
      await sleep(100);
    }
    assert.ok(calls > 2, 'it took several calls');
    assert.deepEqual(await kit.until(serverId, 'stopped'), { ...before, power: 'stopped', hostName: M3 });
    assert.deepEqual(await kit.untilAsked(there), { ...before, hostName: M3 });
    for (const disk of ['/etc', '/work']) assert.match(await kit.run(serverId, `md5sum -c ${disk}/sum`), /OK/);
    await kit.engine.ensureHibernated(serverId, signal);
    await kit.until(serverId, 'hibernated');
    assert.deepEqual(await kit.engine.hibernatedOn?.(M3, signal), [serverId]);
    assert.deepEqual(await kit.engine.hibernatedOn?.(M2, signal), []);
    await kit.engine.ensureGone(serverId, signal);
  });

  test('takes a machine that is off into a group of other members and back to a member by its name', async () => {
    const [spec, group] = [kit.makeSpec({ hostName: M2 }), '@others'];
    const { serverId } = spec;
    const members = { name: group.slice(1), description: '', config: {}, members: [M1, M3] };
    await kit.client.change({ method: 'POST', path: '/1.0/cluster/groups', body: members }, { ms: 10_000, signal });
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(serverId, 'running');
    for (const disk of ['system', 'work'] as const) await kit.disks?.write(serverId, disk, `kept on ${disk}`);
    for (const hostName of [group, M2, '@default']) {
      await kit.engine.ensureStopped(serverId, signal);
      await kit.until(serverId, 'stopped');
      const there = { ...spec, hostName, mustExist: true };
      while ((await kit.engine.relocate(there, signal)) !== 'there') await sleep(100);
      assert.equal((await kit.engine.observe(serverId, signal)).hostName, hostName);
      assert.equal((await kit.untilAsked(there)).hostName, hostName);
      const place = await placeOf(serverId);
      assert.ok(hostName === group ? [M1, M3].includes(place) : place === M2, `${hostName}: ${place}`);
      for (const disk of ['system', 'work'] as const) assert.equal(await kit.disks?.read(serverId, disk), `kept on ${disk}`);
    }
    await kit.engine.ensureGone(serverId, signal);
    await kit.until(serverId, 'absent');
  });

  test('makes a machine on one member from a backup of a machine on another', async () => {
    const source = kit.makeSpec({ hostName: M1 });
    await kit.engine.ensureRunning(source, signal);
    await kit.until(source.serverId, 'running');
    await kit.disks?.write(source.serverId, 'system', 'saved');
    await kit.engine.backup(source.serverId, 'bkp_cluster', signal);
    await kit.untilBackup('bkp_cluster', 'ready');
    const copy = await kit.untilAsked(kit.makeSpec({ hostName: M3, fromBackupId: 'bkp_cluster' }));
    assert.equal(copy.hostName, M3);
    assert.equal(await kit.disks?.read(copy.serverId, 'system'), 'saved');
  });

  test('a machine of a group goes on elsewhere when its member is drained, and may come back', async () => {
    const spec = kit.makeSpec({ hostName: '@default', localStorageGb: 0 });
    await kit.engine.ensureRunning(spec, signal);
    const before = await kit.until(spec.serverId, 'running');
    const member = await placeOf(spec.serverId);
    // Who looks meanwhile takes it neither for switched off by its owner nor for lost.
    try {
      const powers = await seenWhile(spec.serverId, () => drain(member, 'evacuate'));
      assert.deepEqual(
        [...powers].filter((power) => power !== 'running' && power !== 'starting'),
        [],
      );
      assert.deepEqual(await kit.untilAsked(spec), before);
      assert.notEqual(await placeOf(spec.serverId), member);
      assert.partialDeepStrictEqual(await hostOf(member), { reachable: true, withheld: 'closed' });
      assert.equal((await hostOf('@default'))?.withheld, undefined);
    } finally {
      await drain(member, 'restore');
    }
    assert.equal((await hostOf(member))?.withheld, undefined);
    assert.equal((await kit.untilAsked(spec)).power, 'running');
  });

  test('machines of a member that is lost are unreachable and refuse calls, and are as before when it is back', async () => {
    const spec = kit.makeSpec({ hostName: M3 });
    await kit.engine.ensureRunning(spec, signal);
    const before = await kit.until(spec.serverId, 'running');
    const elsewhere = kit.makeSpec({ hostName: M2 });
    await kit.faults?.lostHosts?.hostLost(M3);
    await kit.until(spec.serverId, 'unreachable');
    assert.equal((await kit.engine.list(signal)).find((machine) => machine.serverId === spec.serverId)?.power, 'unreachable');
    assert.equal((await kit.engine.hosts(signal)).find((host) => host.name === M3)?.reachable, false);
    for (const ask of [
      () => kit.engine.ensureRunning(spec, signal),
      () => kit.engine.ensureStopped(spec.serverId, signal),
      () => kit.engine.ensureGone(spec.serverId, signal),
      () => kit.engine.reboot(spec.serverId, 'token', signal),
      () => kit.engine.applyFirewall(spec.serverId, [], signal),
      () => kit.engine.backup(spec.serverId, 'bkp_lost', signal),
    ]) {
      await assert.rejects(ask, engineError('timeout'));
    }
    // The others go on.
    assert.equal((await kit.untilAsked(elsewhere)).power, 'running');
    await kit.faults?.lostHosts?.hostBack(M3);
    assert.deepEqual(await kit.until(spec.serverId, 'running'), before);
  });

  /** Everything a machine is said to be until that is over. */
  async function seenWhile(serverId: string, work: () => Promise<void>): Promise<Set<string>> {
    const seen = new Set<string>();
    const state = { over: false };
    const looking = (async () => {
      while (!state.over) {
        seen.add((await kit.engine.observe(serverId, signal)).power);
        seen.add((await kit.engine.list(signal)).find((machine) => machine.serverId === serverId)?.power ?? 'not listed');
      }
    })();
    try {
      await work();
    } finally {
      state.over = true;
      await looking;
    }
    return seen;
  }

  async function changeAcl(serverId: string, rules: object): Promise<void> {
    const path = `/1.0/network-acls/${instanceName(serverId)}`;
    await kit.client.change({ method: 'PUT', path, body: { description: '', config: {}, ...rules } }, { ms: 10_000, signal });
  }

  async function hostOf(name: string) {
    return (await kit.engine.hosts(signal)).find((host) => host.name === name);
  }

  async function placeOf(serverId: string): Promise<string> {
    const { value } = await kit.client.read(`/1.0/instances/${instanceName(serverId)}`, z.object({ location: z.string() }), signal);
    return value.location;
  }

  async function drain(member: string, action: 'evacuate' | 'restore'): Promise<void> {
    const path = `/1.0/cluster/members/${member}/state`;
    await kit.client.change({ method: 'POST', path, body: { action } }, { ms: 60_000, signal });
  }
});
