import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { lab as furniture } from '../../../../dev/incus/furnish.ts';
import { inside, whyNoLab } from '../../../../dev/incus/lab.ts';
import { MINUTE_MS, systemClock } from '../../kit/clock.ts';
import type { MachineSpec } from '../engine.ts';
import { memoryAddressBook } from '../testing/memory-books.ts';
import { checkIncus } from './check/check-incus.ts';
import { openIncusKit, type IncusKit } from './incus-kit.ts';
import { Instance } from './client/incus-shapes.ts';
import { instanceName } from './rules/machine-marks.rules.ts';

const why = await whyNoLab();
const { signal } = new AbortController();

/** Postgres' port and that of metadata, and one that hears whatever is called to it. */
const SERVICES = `
const { createServer } = require('node:net');
const { createSocket } = require('node:dgram');
for (const port of [5432, 80]) createServer((socket) => socket.on('error', () => {}).end('answers')).listen(port, '::');
const heard = createSocket({ type: 'udp4', reuseAddr: true }).on('message', (bytes) => process.stdout.write(bytes));
heard.bind(5353, () => { heard.addMembership('224.0.0.251', MULTICAST); process.stdout.write('listening; '); });
`;

/** Each was seen to work before it was refused. Who attacks is root in a machine. */
describe('whoever rents a machine', why === null ? {} : { skip: why }, () => {
  let kit: IncusKit;
  let attacker: MachineSpec;
  const listeners: ChildProcess[] = [];
  let told = '';
  before(async () => {
    kit = await openIncusKit({ reach: { probesFrom: [], deniedNetworks: ['10.0.0.0/8', 'fc00::/7'], allowedNetworks: [] } });
    for (const address of ['10.66.0.9/32', '169.254.169.254/32']) {
      inside(kit.lab, ['ip', 'netns', 'exec', 'outside', 'ip', 'address', 'add', address, 'dev', 'lo']);
      inside(kit.lab, ['ip', 'route', 'add', address, 'via', '192.0.2.2']);
    }
    await listen([], '10.77.0.1');
    await listen(['ip', 'netns', 'exec', 'outside'], '192.0.2.2');
    attacker = await running();
  });
  after(async () => {
    for (const listener of listeners) listener.kill();
    await kit.close();
  });

  /** Services that answer whoever reaches them, in the host's network or the outside's. */
  async function listen(network: readonly string[], own: string): Promise<void> {
    const into = [
      '--target',
      String(kit.lab.pid),
      '--mount',
      '--net',
      ...network,
      process.execPath,
      '-e',
      SERVICES.replace('MULTICAST', `'${own}'`),
    ];
    const listener = spawn('nsenter', into, { stdio: ['ignore', 'pipe', 'inherit'] });
    listeners.push(listener);
    listener.stdout.on('data', (bytes: Buffer) => (told += bytes.toString()));
    await once(listener.stdout, 'data');
  }

  /** Runs programs of ours on a guest's network: there are few in the guest. */
  const onNetwork = (script: string) => onNetworkOf(attacker.serverId, [process.execPath, '-e', script]);

  async function onNetworkOf(serverId: string, command: readonly string[]): Promise<string> {
    const path = `/1.0/instances/${instanceName(serverId)}/state`;
    const { value: state } = await kit.client.read(path, z.object({ pid: z.number() }), signal);
    return inside(kit.lab, ['nsenter', '--target', String(state.pid), '--net', ...command]);
  }

  test('starts no more processes than its plan allows', async () => {
    // A machine of its own, which goes with all that it started.
    const { serverId } = await running();
    try {
      await kit.run(serverId, '(for n in $(seq 6000); do sleep 60 & done) 2>/dev/null; true');
      const path = `/1.0/instances/${instanceName(serverId)}/state`;
      const { value: state } = await kit.client.read(path, z.object({ processes: z.number() }), signal);
      assert.ok(state.processes > 1000 && state.processes <= 2048, String(state.processes));
    } finally {
      await kit.engine.ensureGone(serverId, signal);
    }
  });

  test('sees nothing more of the kernel by making containers of its own, unless the operator lets it', async () => {
    const mounts = "mkdir -p /mnt; unshare -U -r -m -p -f sh -c 'mount -t proc proc /mnt && echo mounted' 2>/dev/null; true";
    assert.equal(await attack(mounts), '');
    const nesting = await running({}, { nesting: true });
    assert.equal((await kit.run(nesting.serverId, mounts)).trim(), 'mounted');
  });

  test('does not reach Incus from inside', async () => {
    assert.equal(await attack('ls /dev/incus 2>/dev/null; true'), '');
  });

  for (const { said, to, port } of [
    { said: 'the host by its gateway', to: '10.77.0.1', port: 5432 },
    { said: 'the host by another of its addresses', to: '192.0.2.1', port: 5432 },
    { said: 'the host over IPv6', to: 'fd42:77::1', port: 5432 },
    { said: 'a network that the operator denies', to: '10.66.0.9', port: 5432 },
    { said: 'the metadata of a provider', to: '169.254.169.254', port: 80 },
  ])
    test(`does not reach ${said}, whatever its rules allow`, async () => {
      for (const rules of [[], [anywhere('IPv4'), anywhere('IPv6')]]) {
        await kit.engine.applyFirewall(attacker.serverId, rules, signal);
        assert.doesNotMatch(await answer(to, port), /answers|refused/i);
      }
      // What nobody denies is still reached.
      assert.match(await answer('192.0.2.2', port), /answers/);
    });

  test('does not reach the host by the address of the cable, nor by calling all at once', async () => {
    const bridge = inside(kit.lab, ['ip', '-6', '-o', 'address', 'show', 'dev', furniture.network, 'scope', 'link']);
    const [linkLocal = ''] = /fe80::[0-9a-f:]+/.exec(bridge) ?? [];
    const { ipv6 } = await kit.engine.observe(attacker.serverId, signal);
    // Its own address as the source: from its link-local one nothing passes anyway.
    await onNetworkOf(attacker.serverId, ['ip', 'address', 'replace', `${ipv6}/64`, 'dev', 'eth0', 'nodad']);
    const tcp = `require('node:net').connect({ host: '${linkLocal}%eth0', port: 5432, localAddress: '${ipv6}' })
      .on('data', (bytes) => console.log(String(bytes))).on('error', (error) => console.log(error.code));
      setTimeout(() => process.exit(), 1000);`;
    assert.doesNotMatch(await onNetwork(tcp), /answers|REFUSED/);
    const all = ['10.77.0.1', '192.0.2.1', '10.77.3.255', '255.255.255.255', '224.0.0.251'];
    const udp = `const called = require('node:dgram').createSocket('udp4').bind(0, () => {
      called.setBroadcast(true);
      for (const to of ${JSON.stringify(all)}) called.send('called at ' + to + '; ', 5353, to, () => {});
      setTimeout(() => process.exit(), 500);
    });`;
    await onNetwork(udp);
    assert.doesNotMatch(told, /called/);
  });

  test('keeps its lease by asking for it again, and is kept from what its host has become', async () => {
    const rules = [anywhere('IPv4'), anywhere('IPv6')];
    await kit.engine.applyFirewall(attacker.serverId, rules, signal);
    // The lease is asked for again and given, with the gateway's own port for it open.
    assert.match(await attack('udhcpc -i eth0 -n -q -f -t 3 -s /bin/true 2>&1; true'), /lease of 10\.77\.\d+\.\d+ obtained/);
    const off = await running();
    await kit.engine.ensureStopped(off.serverId, signal);
    await kit.until(off.serverId, 'stopped');
    inside(kit.lab, ['ip', 'address', 'add', '198.51.100.7/32', 'dev', 'uplink']);
    const later = kit.again({ clock: { ...systemClock(), wall: () => new Date(Date.now() + 2 * MINUTE_MS) } });
    assert.match(await answer('198.51.100.7', 5432), /answers/);
    await later.measure?.(signal);
    // Also of one that is off: it starts with the rules that it has.
    const path = `/1.0/network-acls/${instanceName(off.serverId)}`;
    assert.match(await kit.client.text(path, signal), /198\.51\.100\.7/);
    assert.doesNotMatch(await answer('198.51.100.7', 5432), /answers|refused/i);
    assert.deepEqual(await kit.firewallOf?.(attacker.serverId), rules);
  });

  test('leaves its disk on btrfs, which is why production refuses that', async (t) => {
    const path = `/1.0/storage-pools/${kit.layout.storagePool}`;
    const { value: pool } = await kit.client.read(path, z.object({ driver: z.string() }), signal);
    if (pool.driver !== 'btrfs') return t.skip(`the lab's disks are of ${pool.driver}`);
    const { serverId } = await running({ storageGb: 1 });
    const fill =
      'dd if=/dev/zero of=/home/guest/out/big bs=1M count=1200 conv=fsync 2>/dev/null && said=fits; rm /home/guest/out/big; echo $said';
    await kit.run(serverId, 'mkdir -p /home/guest/out');
    assert.doesNotMatch(await kit.run(serverId, fill), /fits/);
    await kit.run(serverId, 'rmdir /home/guest/out');
    const { value: state } = await kit.client.read(`/1.0/instances/${instanceName(serverId)}/state`, z.object({ pid: z.number() }), signal);
    const asRoot = ['nsenter', '--target', String(state.pid), '--user', '--setuid', '0', '--setgid', '0'];
    inside(kit.lab, [...asRoot, 'btrfs', 'subvolume', 'create', `/proc/${state.pid}/root/home/guest/out`]);
    assert.match(await kit.run(serverId, fill), /fits/);
    const wanted = { images: [], machineTypes: ['container'], hosts: [] } as const;
    const { unsafe } = await checkIncus({ client: kit.client, layout: kit.layout, hosts: async () => [] }, wanted, signal);
    assert.match(unsafe.join(' '), /The storage pool default is btrfs: any user of a container fills all of it/);
    await kit.engine.ensureGone(serverId, signal);
  });

  test('learns neither the name nor the address of another customer’s machine', async () => {
    await kit.engine.applyFirewall(attacker.serverId, [], signal);
    const other = await running();
    const name = instanceName(other.serverId);
    const { ipv4 } = await kit.engine.observe(other.serverId, signal);
    for (const asked of [name, `${name}.incus`, ipv4, '_gateway.incus'])
      assert.doesNotMatch(await attack(`nslookup ${asked} 10.77.0.1 2>&1 | grep -E 'name =|Address: '; true`), /\S/, String(asked));
  });

  for (const { said, from, to, port } of [
    { said: 'an address that nobody has', from: '10.77.2.9', to: '192.0.2.2', port: 5432 },
    { said: 'an address that nobody has in IPv6', from: 'fd42:77::dead', to: 'fd42:77::1', port: 53 },
  ])
    test(`is heard by nobody with ${said}, and by all with its own`, async () => {
      const { serverId } = await running();
      const { ipv4, ipv6 } = await kit.engine.observe(serverId, signal);
      const own = from.includes(':') ? ipv6 : ipv4;
      await isHeard(serverId, { from: own ?? '', to, port });
      assert.equal(await connects(serverId, { from, to, port }), 'no');
      // The filter is what holds it: without, it is heard.
      await unfiltered(serverId);
      await isHeard(serverId, { from, to, port });
      await kit.engine.ensureGone(serverId, signal);
    });

  test('is heard by nobody with the address of a neighbour, nor with another network card', async () => {
    const victim = await kit.engine.observe(attacker.serverId, signal);
    const { serverId } = await running();
    assert.equal(await connects(serverId, { from: victim.ipv4 ?? '', to: '192.0.2.2', port: 5432 }), 'no');
    const { ipv4 } = await kit.engine.observe(serverId, signal);
    await onNetworkOf(serverId, ['ip', 'link', 'set', 'eth0', 'address', '10:66:6a:00:00:09']);
    assert.equal(await connects(serverId, { from: ipv4 ?? '', to: '192.0.2.2', port: 5432 }), 'no');
    await kit.engine.ensureGone(serverId, signal);
  });

  test('has nothing to say in IPv6 where it was given no address of it', async () => {
    const addresses = memoryAddressBook();
    addresses.add({ family: 'IPv4', ips: ['10.77.3.200'], hostName: null });
    const { serverId, ...spec } = kit.makeSpec();
    await kit.again({ addresses }).ensureRunning({ serverId, ...spec }, signal);
    await kit.until(serverId, 'running');
    assert.equal(await connects(serverId, { from: 'fd42:77::beef', to: 'fd42:77::1', port: 53 }), 'no');
    await isHeard(serverId, { from: '10.77.3.200', to: '192.0.2.2', port: 5432 });
  });

  async function connects(serverId: string, { from, to, port }: { from: string; to: string; port: number }): Promise<string> {
    const six = from.includes(':');
    await onNetworkOf(serverId, ['ip', 'address', 'replace', six ? `${from}/64` : `${from}/22`, 'dev', 'eth0', ...(six ? ['nodad'] : [])]);
    const script = `const end = (said) => { console.log(said); process.exit(); };
      require('node:net').connect({ host: '${to}', port: ${port}, localAddress: '${from}' }, () => end('yes')).on('error', () => end('no'));
      setTimeout(end, 2000, 'no');`;
    return (await onNetworkOf(serverId, [process.execPath, '-e', script])).trim();
  }

  /** Within a second on a machine with nothing else to do. */
  async function isHeard(serverId: string, way: { from: string; to: string; port: number }): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) if ((await connects(serverId, way)) === 'yes') return;
    assert.fail(`${serverId} is not heard at ${way.to} from ${way.from}`);
  }

  async function unfiltered(serverId: string): Promise<void> {
    const path = `/1.0/instances/${instanceName(serverId)}`;
    const { value } = await kit.client.read(path, Instance, signal);
    const off = Object.fromEntries(['mac', 'ipv4', 'ipv6'].map((what) => [`security.${what}_filtering`, 'false']));
    const body = { description: value.description, devices: { eth0: { ...value.devices['eth0'], ...off } } };
    await kit.client.change({ method: 'PATCH', path, body }, { ms: 10_000, signal });
  }

  const anywhere = (ethertype: 'IPv4' | 'IPv6') =>
    ({
      direction: 'egress',
      protocol: 'tcp',
      ethertype,
      cidr: ethertype === 'IPv4' ? '0.0.0.0/0' : '::/0',
      portMin: null,
      portMax: null,
    }) as const;
  const answer = (to: string, port: number) => attack(`echo | nc -w 1 ${to} ${port} 2>&1; true`);
  const attack = async (command: string) => (await kit.run(attacker.serverId, command)).trim();

  async function running(overrides: Partial<MachineSpec> = {}, guests: Partial<typeof kit.layout.guests> = {}): Promise<MachineSpec> {
    const spec = kit.makeSpec(overrides);
    const engine = kit.again({ layout: { ...kit.layout, guests: { ...kit.layout.guests, ...guests } } });
    await engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    return spec;
  }
});
