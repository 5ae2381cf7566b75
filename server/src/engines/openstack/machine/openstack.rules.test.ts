import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MachineFirewallRule } from '../../engine.ts';
import { causeOf, causeOfWords, CloudError, isConflict, isRefusal } from '../cloud/cloud-errors.ts';
import { CloudServer, Flavor, GroupRule } from '../cloud/cloud-shapes.ts';
import { fits, newFlavor, wantedFlavor } from '../capacity/flavor.rules.ts';
import { ruleChanges, rulesIn, wantedRules } from './group.rules.ts';
import { gpuOf } from '../capacity/hosts.ts';
import { belongingOf, descriptionOf, macOf, marksIn, serverIdOfBelonging, type Marks } from './machine-marks.rules.ts';
import { readingOf } from './measure-machines.ts';
import { observedOf, powerOf, runsSinceMs } from './observed.rules.ts';

const ssh: MachineFirewallRule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 };
const out: MachineFirewallRule = {
  direction: 'egress',
  protocol: 'tcp',
  ethertype: 'IPv4',
  cidr: '0.0.0.0/0',
  portMin: null,
  portMax: null,
};

function server(overrides: Record<string, unknown>): CloudServer {
  const of = { id: 'u1', name: 'srv-1', created: '', updated: '', description: '', flavor: { ram: 1024, vcpus: 1 }, image: '' };
  return CloudServer.parse({ ...of, status: 'ACTIVE', ...overrides });
}

const LONGEST_MARKS: Marks = {
  // As long as Linux lets a host's name be.
  host: 'rack-12-node-07.gpu-hall-03.montreal.quebec.cloud.example.or.ca'.padEnd(64, 'x'),
  up: '1',
  been: '1',
  asleep: '1',
  old: '255.255.255.255',
  old6: '2001:0db8:ffff:ffff:ffff:ffff:ffff:ffff',
  since: '2026-11-23T12:34:56.789Z',
  // Wishes are counted in an integer of Postgres.
  reboot: '2147483647',
  from: 'req-01234567-0123-0123-0123-0123456789ab',
  rebooted: '2147483646',
};

test('a machine runs since it was asked to, or since nova had copied its image for it', () => {
  const asked = '2026-11-23T12:00:00.000Z';
  const at = (launchedAt: string | null) =>
    runsSinceMs(server({ description: descriptionOf({ since: asked }), 'OS-SRV-USG:launched_at': launchedAt }));
  assert.equal(at(null), Date.parse(asked));
  for (const launched of ['2026-11-23T12:10:00.000000', '2026-11-23T12:10:00Z'])
    assert.equal(at(launched), Date.parse('2026-11-23T12:10:00Z'));
  // It was launched once, and has been stopped and started since.
  assert.equal(at('2026-11-22T00:00:00.000000'), Date.parse(asked));
});

test('marks survive being written, whichever there are, and fit where nova keeps them', () => {
  const names = Object.keys(LONGEST_MARKS);
  for (let some = 0; some < 2 ** names.length; some += 1) {
    const marks = Object.fromEntries(Object.entries(LONGEST_MARKS).filter((_, n) => (some & (2 ** n)) !== 0));
    const description = descriptionOf(marks);
    assert.deepEqual(marksIn({ description }), marks);
    assert.ok(description.length <= 255, `${description.length}: ${description}`);
  }
  assert.deepEqual(marksIn({ description: 'somebody wrote this' }), {});
});

test('of marks that cannot all be kept the host’s name goes, and nova says where the machine is', () => {
  for (const host of ['x'.repeat(255), 'zône '.repeat(50)]) {
    const { host: _, ...others } = LONGEST_MARKS;
    const description = descriptionOf({ ...LONGEST_MARKS, host });
    assert.ok(description.length <= 255);
    assert.deepEqual(marksIn({ description }), others);
    const reached = { port: null, floatingIp: null };
    assert.equal(observedOf('srv_1', server({ description, 'OS-EXT-AZ:availability_zone': host }), reached).hostName, host);
    assert.equal(observedOf('srv_1', server({ description, 'OS-EXT-SRV-ATTR:host': host }), reached).hostName, host);
  }
});

test('marks that Boreal wrote before are read', () => {
  const description = 'Boreal?host=gpu1&been=1&since=2026-11-23T12%3A00%3A00.000Z&reboot=7&from=req-01234567-0123-0123-0123-0123456789ab';
  assert.deepEqual(marksIn({ description }), {
    host: 'gpu1',
    been: '1',
    since: '2026-11-23T12:00:00.000Z',
    reboot: '7',
    from: 'req-01234567-0123-0123-0123-0123456789ab',
  });
});

test('what belongs to a machine says whose it is, to its own Boreal only', () => {
  const description = `${belongingOf('me', 'srv_1')} 2026-11-23T12:00:00.000Z`;
  assert.equal(serverIdOfBelonging('me', { description }), 'srv_1');
  assert.equal(serverIdOfBelonging('you', { description }), null);
  assert.equal(macOf('me', 'srv_1'), macOf('me', 'srv_1'));
  assert.notEqual(macOf('me', 'srv_1'), macOf('me', 'srv_2'));
  assert.match(macOf('me', 'srv_1'), /^02(:[0-9a-f]{2}){5}$/);
});

test('a machine runs when its SSH port has answered, and not before', () => {
  const up = descriptionOf({ up: '1', been: '1' });
  const powers: readonly (readonly [Record<string, unknown>, string])[] = [
    [{}, 'starting'],
    [{ description: up }, 'running'],
    [{ description: up, 'OS-EXT-STS:task_state': 'powering-off' }, 'stopping'],
    [{ description: up, 'OS-EXT-STS:task_state': 'image_uploading' }, 'running'],
    [{ description: up, host_status: 'UNKNOWN' }, 'unreachable'],
    [{ description: up, host_status: 'MAINTENANCE' }, 'running'],
    [{ description: descriptionOf({ reboot: '7' }) }, 'rebooting'],
    [{ status: 'BUILD', 'OS-EXT-STS:task_state': 'spawning' }, 'starting'],
    [{ status: 'BUILD', 'OS-EXT-STS:task_state': 'deleting' }, 'deleting'],
    [{ status: 'SHUTOFF', description: up }, 'stopped'],
    [{ status: 'SHUTOFF', 'OS-EXT-STS:task_state': 'powering-on' }, 'starting'],
    [{ status: 'SHELVED' }, 'hibernating'],
    [{ status: 'SHELVED_OFFLOADED' }, 'hibernated'],
    [{ status: 'SHELVED_OFFLOADED', 'OS-EXT-STS:task_state': 'spawning' }, 'starting'],
    [{ status: 'ERROR' }, 'failed'],
  ];
  for (const [of, power] of powers) assert.equal(powerOf(server(of)), power, JSON.stringify(of));
});

test('addresses are told of a machine that has run, and not of one that hibernates or wakes', () => {
  const floatingIp = { id: 'f', description: '', floating_ip_address: '192.0.2.7', port_id: 'p' };
  const seen = (of: Record<string, unknown>) => observedOf('srv_1', server(of), { port: null, floatingIp });
  assert.equal(seen({}).ipv4, null);
  assert.equal(seen({ description: descriptionOf({ been: '1', host: 'a' }) }).ipv4, '192.0.2.7');
  assert.equal(seen({ description: descriptionOf({ been: '1', asleep: '1' }) }).ipv4, null);
  assert.partialDeepStrictEqual(seen({ description: descriptionOf({ been: '1', host: 'a' }), status: 'SHELVED_OFFLOADED' }), {
    ipv4: null,
    hostName: null,
  });
});

test('a failure is one of the port’s few causes', () => {
  assert.equal(causeOfWords('No valid host was found. There are not enough hosts available.'), 'no_capacity');
  assert.equal(causeOfWords('Exceeded maximum number of retries. Exhausted all hosts available'), 'no_capacity');
  assert.equal(causeOfWords('Quota exceeded for instances: Requested 1, but already used 10 of 10 instances'), 'quota');
  assert.equal(causeOfWords('PCI device request [...] failed'), 'gpu');
  // As nova said it when nova-compute was killed while it plugged a machine in.
  assert.equal(causeOfWords('Build of instance 7374 aborted: Failed to allocate the network(s), not rescheduling.'), 'timeout');
  assert.equal(causeOfWords('Virtual Interface creation failed'), 'timeout');
  assert.equal(causeOfWords('Failed to allocate the network(s) with error No fixed IP addresses available'), 'no_capacity');
  assert.equal(causeOfWords('something else'), 'unknown');
  const said = (status: number, kind: string, message: string) =>
    new CloudError({ service: 'compute', status, kind, retryAfterSeconds: null }, message);
  assert.equal(causeOf(said(403, 'forbidden', 'Quota exceeded for cores')), 'quota');
  assert.equal(causeOf(said(409, 'OverQuota', 'Quota exceeded for resources: [floatingip].')), 'quota');
  assert.equal(causeOf(said(409, 'conflictingRequest', 'Cannot stop instance while it is in task_state spawning')), 'timeout');
  assert.equal(causeOf(said(400, 'badRequest', 'Can not find requested image')), 'image_missing');
  assert.equal(causeOf(said(500, 'computeFault', 'Unexpected API Error.')), 'timeout');
  assert.equal(isConflict(said(409, 'OverQuota', 'Quota exceeded')), false);
  assert.equal(isConflict(said(400, 'badRequest', 'Instance has not been resized.')), true);
  assert.equal(isRefusal(said(500, '', '')), false);
});

const rule = (of: object) =>
  GroupRule.parse({
    id: 'r',
    direction: 'egress',
    ethertype: 'IPv4',
    protocol: null,
    port_range_min: null,
    port_range_max: null,
    remote_ip_prefix: null,
    description: null,
    ...of,
  });

test('a group gets the customer’s rules, what a guest starts with, and nothing that neutron adds by itself', () => {
  const wanted = wantedRules([ssh, out], { probesFrom: ['192.0.2.1'] });
  assert.deepEqual(
    wanted.map(({ direction, remote_ip_prefix, description }) => [direction, remote_ip_prefix, description]),
    [
      ['ingress', '0.0.0.0/0', ''],
      ['egress', '0.0.0.0/0', ''],
      ['egress', '169.254.169.254/32', 'Boreal'],
      ['ingress', '192.0.2.1/32', 'Boreal'],
    ],
  );
  const { add, remove } = ruleChanges([rule({ id: 'default' })], wanted);
  assert.deepEqual([add.length, remove], [4, ['default']]);
  const present = add.map((one, n) => rule({ ...one, id: String(n) }));
  assert.deepEqual(ruleChanges(present, wanted), { add: [], remove: [] });
  assert.deepEqual(rulesIn(present), [ssh, out]);
  assert.deepEqual(ruleChanges(present, wantedRules([out], { probesFrom: ['192.0.2.1'] })), { add: [], remove: ['0'] });
});

test('what goes out is open, as neutron leaves it in a new group, until the customer’s first rule of it, and again after the last', () => {
  const fresh = (['IPv4', 'IPv6'] as const).map((ethertype) => rule({ id: ethertype, ethertype, direction: 'egress', description: null }));
  const begun = ruleChanges(fresh, wantedRules([ssh], { probesFrom: [] }));
  assert.deepEqual(begun.remove, []);
  assert.deepEqual(
    begun.add.map(({ direction, protocol }) => [direction, protocol]),
    [
      ['ingress', 'tcp'],
      ['egress', 'tcp'],
    ],
  );
  const present = [...fresh, ...begun.add.map((one, n) => rule({ ...one, id: String(n) }))];
  assert.deepEqual(rulesIn(present), [ssh]);
  const narrowed = ruleChanges(present, wantedRules([ssh, out], { probesFrom: [] }));
  assert.deepEqual(narrowed.remove, ['IPv4', 'IPv6']);
  const left = [...present.filter(({ id }) => !narrowed.remove.includes(id)), ...narrowed.add.map((one) => rule({ ...one, id: 'out' }))];
  const opened = ruleChanges(left, wantedRules([ssh], { probesFrom: [] }));
  assert.deepEqual(
    [opened.remove, opened.add.map(({ ethertype, protocol }) => [ethertype, protocol])],
    [
      ['out'],
      [
        ['IPv4', null],
        ['IPv6', null],
      ],
    ],
  );
});

test('a rule of the customer’s that is one of ours is theirs while they have it', () => {
  const ours = wantedRules([], { probesFrom: ['192.0.2.1'] });
  const both = wantedRules([{ ...ssh, cidr: '192.0.2.1/32' }], { probesFrom: ['192.0.2.1'] });
  assert.equal(ours.length, both.length);
  const present = ours.map((one, n) => rule({ ...one, id: String(n) }));
  const { add, remove } = ruleChanges(present, both);
  assert.deepEqual([add.map(({ description }) => description), remove.length], [[''], 1]);
  assert.deepEqual(rulesIn(add.map((one) => rule(one))), [{ ...ssh, cidr: '192.0.2.1/32' }]);
});

test('anywhere is anywhere, whether neutron writes it or leaves it out, and icmp has a name in each family', () => {
  const icmp: MachineFirewallRule = {
    direction: 'egress',
    protocol: 'icmp',
    ethertype: 'IPv6',
    cidr: '::/0',
    portMin: null,
    portMax: null,
  };
  const [wanted] = wantedRules([icmp], { probesFrom: [] });
  assert.equal(wanted?.protocol, 'ipv6-icmp');
  const present = rule({ ethertype: 'IPv6', protocol: 'ipv6-icmp' });
  assert.deepEqual(rulesIn([present]), [icmp]);
  assert.equal(ruleChanges([present], wantedRules([icmp], { probesFrom: [] })).remove.length, 0);
});

test('a flavor is exactly what was sold, with the GPUs that were sold', () => {
  const size = {
    machineType: 'vm',
    gpuModel: 'h100',
    withGpus: true,
    gpuCount: 8,
    vcores: 192,
    ramGb: 1000,
    storageGb: 100,
    localStorageGb: 500,
    systemDisk: null,
    workDisk: null,
  } as const;
  const layout = { gpuAliases: new Map([['h100', 'h100sxm']]), systemDisks: ['flavor'], workDisks: ['ephemeral'] } as const;
  const wanted = wantedFlavor(size, layout);
  const { flavor, extra_specs } = newFlavor(wanted);
  assert.equal(flavor.name, 'boreal-192c-1000g-100d-500e-h100sxmx8');
  const made = Flavor.parse({ id: 'f', ...flavor, extra_specs });
  assert.ok(fits(made, wanted));
  assert.ok(!fits({ ...made, extra_specs: {} }, wanted));
  assert.ok(!fits(made, wantedFlavor({ ...size, gpuCount: 4 }, layout)));
  assert.ok(!fits(made, wantedFlavor(size, { ...layout, workDisks: ['volume'] })));
  const diskless = newFlavor(wantedFlavor(size, { ...layout, systemDisks: ['volume'], workDisks: ['volume'] })).flavor;
  assert.deepEqual([diskless.name, diskless.disk], ['boreal-192c-1000g-h100sxmx8', 0]);
});

test('a card of a host is told by where and what it is', () => {
  const gpu = gpuOf('gpu1_0000:17:00.0', 'gpu1', { CUSTOM_PCI_10DE_2330: {} });
  assert.partialDeepStrictEqual(gpu, { device: '0000:17:00.0', model: 'h100-sxm', hardware: { pciId: '10de:2330' } });
  assert.equal(gpuOf('gpu1_0000:17:00.0', 'gpu1', { VCPU: {} }), null);
  assert.equal(gpuOf('another', 'gpu1', { CUSTOM_PCI_10DE_2330: {} }), null);
});

test('diagnostics become a reading; where the hypervisor knows no memory in use, none is', () => {
  const of = { serverId: 'srv_1', server: server({}), at: new Date(0) };
  const cpu_details = [{ time: 2_500_000_000 }, { time: 1_500_000_000 }];
  const nic_details = [{ rx_octets: 10, tx_octets: 20 }];
  assert.deepEqual(readingOf({ cpu_details, nic_details, memory_details: { maximum: 0, used: 0 } }, of), {
    serverId: 'srv_1',
    at: of.at,
    cpuSeconds: 4,
    vcores: 2,
    memoryTotalBytes: 2 ** 30,
    memoryFreeBytes: 2 ** 30,
    receivedBytes: 10,
    sentBytes: 20,
  });
  assert.equal(readingOf({ cpu_details: [], nic_details, memory_details: null }, of), null);
});
