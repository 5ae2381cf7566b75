import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '../../kit/clock.ts';
import { checkOpenstack, type Wanted } from './check-openstack.ts';
import { createDirectory } from './directory.ts';
import type { Layout } from './openstack-deps.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

const { signal } = new AbortController();

describe('what is said of a cloud before anything is sold', () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  before(async () => {
    double = await startCloudDouble();
    kit = await openOpenstackKit(doubleCloud(double, 'theirs'));
  });
  after(() => kit.close());

  const check = (wanted: Partial<Wanted> = {}, layout: Partial<Layout> = {}, of: OpenstackKit = kit) => {
    const deps = { client: of.client, layout: { ...of.layout, ...layout }, directory: createDirectory(of.client, systemClock()) };
    const asked = { name: of.engine.name, hosts: () => of.engine.hosts(signal), metrics: false, isLate: () => false };
    return checkOpenstack(deps, asked, { images: [], hosts: [], places: 0, sizes: [], ...wanted }, signal);
  };
  const size = {
    machineType: 'vm',
    gpuModel: 'cpu',
    gpuCount: 1,
    vcores: 1,
    ramGb: 0.125,
    storageGb: 20,
    localStorageGb: 10,
  } as const;

  test('nothing, of one that has all that is needed', async () => {
    assert.deepEqual(await check(), []);
  });

  test('that neutron keeps no tags, and how it is made to', async () => {
    double.networks.extensions.delete('standard-attr-tag');
    const [sentence = '', ...others] = await check();
    double.networks.extensions.add('standard-attr-tag');
    assert.match(sentence, /standard-attr-tag.*service_plugins/);
    assert.deepEqual(others, []);
  });

  test('that public IPv6 addresses are not sold, not there, not routed, or never change', async (t) => {
    const [absent = ''] = await check({}, { ipv6: true });
    assert.match(absent, /OPENSTACK_DUAL_STACK is on, and the network priv has no subnet of public IPv6/);
    const other = await startCloudDouble({ dualStack: true });
    const dual = await openOpenstackKit(doubleCloud(other, 'theirs'));
    t.after(() => dual.close());
    const told = (ipv6: boolean) => check({}, { ipv6 }, dual);
    assert.match((await told(false)).join('\n'), /^The network priv gives public IPv6 addresses\. Say OPENSTACK_DUAL_STACK=on/);
    assert.deepEqual(await told(true), []);
    const subnet = [...other.networks.subnets.values()].find(({ cidr }) => cidr === '2001:db8:20::/64');
    assert.ok(subnet);
    subnet.ipv6_address_mode = 'slaac';
    for (const port of other.networks.ports.values()) port.fixed_ips = port.fixed_ips.filter(({ subnet_id }) => subnet_id !== subnet.id);
    const [computed = '', unrouted = '', ...others] = await told(true);
    assert.match(computed, /subnet priv-v6 are computed from hardware addresses \(slaac\)/);
    assert.match(unrouted, /No router leads out of the IPv6 subnet priv-v6: openstack router add subnet ROUTER priv-v6/);
    assert.deepEqual(others, []);
  });

  test('that there is no cinder for the disks that are to be volumes, and which settings do without', async (t) => {
    const bare = await openOpenstackKit(doubleCloud(await startCloudDouble({ without: ['volume'] }), 'theirs'));
    t.after(() => bare.close());
    const told = (layout: Partial<Layout>) => check({}, layout, bare);
    assert.deepEqual(await told({ systemDisk: 'flavor', workDisk: 'ephemeral' }), []);
    const [both = ''] = await told({ systemDisk: 'volume', workDisk: 'volume' });
    assert.match(both, /no system disks and work disks\. Say OPENSTACK_SYSTEM_DISK=flavor and OPENSTACK_WORK_DISK=ephemeral/);
    const [one = '', ...others] = await told({ systemDisk: 'volume', workDisk: 'ephemeral' });
    assert.match(one, /no system disks\. Say OPENSTACK_SYSTEM_DISK=flavor,/);
    assert.deepEqual(others, []);
  });

  test('that cinder has no such type of volumes, where any disk is one', async () => {
    const [sentence = '', ...others] = await check({}, { systemDisk: 'volume', volumeType: 'fast' });
    assert.match(sentence, /OPENSTACK_VOLUME_TYPE names fast, and cinder has: __DEFAULT__, nfs1/);
    assert.deepEqual(others, []);
    assert.deepEqual(await check({}, { systemDisk: 'volume', volumeType: 'nfs1' }), []);
    assert.deepEqual(await check({}, { workDisk: 'ephemeral', volumeType: 'fast' }), []);
  });

  test('that the flavor’s disk is smaller than the plan’s, unless the system disk is a volume', async () => {
    const [sentence = '', ...others] = await check({ sizes: [size] });
    assert.match(sentence, /lab\.nano has less than the plan/);
    assert.deepEqual(others, []);
    assert.deepEqual(await check({ sizes: [size] }, { systemDisk: 'volume' }), []);
  });

  test('quotas of volumes and of gigabytes that end before what is for sale does', async () => {
    const { quota } = double.volumes;
    Object.assign(quota, { volumes: 10, gigabytes: 200 });
    const [volumes = '', gigabytes = '', ...others] = await check({ places: 8, sizes: [size] }, { systemDisk: 'volume' });
    assert.match(volumes, /10 volumes, .* may need 16.*--volumes 16/);
    assert.match(gigabytes, /200 gigabytes of volumes, .* may need 240.*--gigabytes 240/);
    assert.deepEqual(others, []);
    assert.deepEqual(await check({ places: 8, sizes: [{ ...size, storageGb: 1 }] }), []);
    Object.assign(quota, { volumes: -1, gigabytes: -1 });
  });
});
