import assert from 'node:assert/strict';
import { after, describe, test, type TestContext } from 'node:test';
import { addMs, HOUR_MS, systemClock } from '../../../kit/clock.ts';
import { checkOpenstack, type Wanted } from './check-openstack.ts';
import { createDirectory } from '../directory.ts';
import type { Layout } from '../openstack-deps.ts';
import { openOpenstackKit, type OpenstackKit } from '../openstack-kit.ts';
import { startCloudDouble, type CloudDoubleOptions } from '../testing/cloud-double.ts';
import { doubleCloud } from '../testing/double-kit-cloud.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

const { double, kit } = await openDoubleKit('theirs');
after(() => kit.close());

describe('what is said of a cloud before anything is sold', () => {
  const check = (wanted: Partial<Wanted> = {}, layout: Partial<Layout> = {}, of: OpenstackKit = kit) => {
    const deps = {
      client: of.client,
      layout: { ...of.layout, ...layout },
      directory: createDirectory(of.client, systemClock(), of.layout),
    };
    const asked = {
      name: of.engine.name,
      hosts: () => of.engine.hosts(signal),
      metrics: false,
      console: 'line',
      isLate: () => false,
    } as const;
    return checkOpenstack(deps, asked, { images: [], hosts: [], places: 0, sizes: [], ...wanted }, signal);
  };
  const size = {
    machineType: 'vm',
    gpuModel: 'cpu',
    withGpus: false,
    gpuCount: 1,
    vcores: 1,
    ramGb: 0.125,
    storageGb: 20,
    localStorageGb: 10,
    systemDisk: null,
    workDisk: null,
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
    const { double: other, kit: dual } = await openDoubleKit('theirs', { dualStack: true });
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
    const { kit: bare } = await openDoubleKit('theirs', { without: ['volume'] });
    t.after(() => bare.close());
    const told = (layout: Partial<Layout>) => check({}, layout, bare);
    assert.deepEqual(await told({ systemDisks: ['flavor'], workDisks: ['ephemeral'] }), []);
    const [both = ''] = await told({ systemDisks: ['volume'], workDisks: ['volume'] });
    assert.match(both, /no system disks and work disks\. Say OPENSTACK_SYSTEM_DISK=flavor and OPENSTACK_WORK_DISK=ephemeral/);
    const [one = '', ...others] = await told({ systemDisks: ['volume'], workDisks: ['ephemeral'] });
    assert.match(one, /no system disks\. Say OPENSTACK_SYSTEM_DISK=flavor,/);
    assert.deepEqual(others, []);
    // Once something is for sale, too, whose quota is asked for.
    const [sold = '', ...more] = await check({ places: 2, sizes: [size] }, { systemDisks: ['volume'], workDisks: ['volume'] }, bare);
    assert.match(sold, /no cinder here/);
    assert.deepEqual(more, []);
  });

  test('that there is no neutron or no glance, whatever is for sale', async (t) => {
    for (const [service, project] of [
      ['network', 'neutron'],
      ['image', 'glance'],
    ] as const) {
      const { kit: bare } = await openDoubleKit('theirs', { without: [service] });
      t.after(() => bare.close());
      const of = { places: 2, sizes: [{ ...size, storageGb: 1 }], images: [{ id: 'ubuntu', engineName: 'guest' }] };
      const told = await check(of, {}, bare);
      assert.match(told.join('\n'), new RegExp(`The cloud offers no ${project} here\\. Look at OS_REGION_NAME`));
    }
  });

  test('that cinder has no such type of volumes, where any disk is one', async () => {
    const [sentence = '', ...others] = await check({}, { systemDisks: ['volume'], volumeType: 'fast' });
    assert.match(sentence, /OPENSTACK_VOLUME_TYPE names fast, and cinder has: __DEFAULT__, nfs1/);
    assert.deepEqual(others, []);
    assert.deepEqual(await check({}, { systemDisks: ['volume'], volumeType: 'nfs1' }), []);
    assert.deepEqual(await check({}, { workDisks: ['ephemeral'], volumeType: 'fast' }), []);
  });

  test('that the flavor’s disk is smaller than the plan’s, unless the system disk is a volume', async () => {
    const [sentence = '', ...others] = await check({ sizes: [size] });
    assert.match(sentence, /lab\.nano has less than the plan/);
    assert.deepEqual(others, []);
    assert.deepEqual(await check({ sizes: [size] }, { systemDisks: ['volume'] }), []);
  });

  test('quotas of volumes and of gigabytes that end before what is for sale does', async () => {
    const { quota } = double.volumes;
    Object.assign(quota, { volumes: 10, gigabytes: 200 });
    const [volumes = '', gigabytes = '', ...others] = await check({ places: 8, sizes: [size] }, { systemDisks: ['volume'] });
    assert.match(volumes, /10 volumes, .* may need 16.*--volumes 16/);
    assert.match(gigabytes, /200 gigabytes of volumes, .* may need 240.*--gigabytes 240/);
    assert.deepEqual(others, []);
    assert.deepEqual(await check({ places: 8, sizes: [{ ...size, storageGb: 1 }] }), []);
    Object.assign(quota, { volumes: -1, gigabytes: -1 });
  });

  const admin = async (t: TestContext, options: CloudDoubleOptions = {}) => {
    const { double: cloud, kit: ours } = await openDoubleKit('ours', options);
    t.after(() => ours.close());
    return { cloud, ours };
  };
  const gpus = { ...size, gpuModel: 'h100-sxm', withGpus: true, gpuCount: 8, vcores: 192, ramGb: 1000, storageGb: 100 } as const;
  const aliases = new Map([['h100-sxm', 'h100']]);

  test('that nobody has said what nova calls the GPUs that are sold: a flavor would be made without', async (t) => {
    const { ours } = await admin(t);
    const [sentence = '', ...others] = await check({ sizes: [gpus] }, { flavors: new Map() }, ours);
    assert.match(sentence, /GPUs of h100-sxm.*OPENSTACK_GPU_ALIASES=h100-sxm=ALIAS/);
    assert.deepEqual(others, []);
    assert.deepEqual(await check({ sizes: [gpus] }, { flavors: new Map(), gpuAliases: aliases }, ours), []);
    assert.deepEqual(await check({ sizes: [{ ...gpus, withGpus: false }] }, { flavors: new Map() }, ours), []);
  });

  test('that there is no placement, which tells administrators what hosts have', async (t) => {
    const { ours } = await admin(t, { without: ['placement'] });
    const [sentence = '', ...others] = await check({ hosts: [{ name: 'gpu1' }] }, {}, ours);
    assert.match(sentence, /offers no placement here.*OS_INTERFACE/);
    assert.deepEqual(others, []);
    const { kit: bare } = await openDoubleKit('theirs', { without: ['placement'] });
    t.after(() => bare.close());
    assert.deepEqual(await check({}, {}, bare), []);
  });

  test('that a flavor that is named gives no GPUs, too few, or some in a pool without', async (t) => {
    const { ours } = await admin(t);
    const named = (flavor: string, of: Partial<typeof gpus> | { withGpus: false }, whose: OpenstackKit, more: Partial<Layout> = {}) =>
      check(
        { sizes: [{ ...gpus, vcores: 1, ramGb: 0.125, storageGb: 1, localStorageGb: 0, systemDisk: null, workDisk: null, ...of }] },
        { flavors: new Map([['h100-sxmx8', flavor]]), ...more },
        whose,
      );
    assert.match(
      (await named('lab.nano', {}, ours)).join('\n'),
      /lab\.nano .* no pci_passthrough:alias.*--property pci_passthrough:alias=ALIAS:8/,
    );
    assert.match(
      (await named('lab.h100x4', {}, ours, { gpuAliases: aliases })).join('\n'),
      /alias=h100:4.*--property pci_passthrough:alias=h100:8/,
    );
    assert.match((await named('lab.h100x8', {}, ours, { gpuAliases: new Map([['h100-sxm', 'a100']]) })).join('\n'), /alias=a100:8/);
    assert.match((await named('lab.h100x8', { withGpus: false }, ours)).join('\n'), /pool without GPUs.*Name one without/);
    assert.deepEqual(await named('lab.h100x8', {}, ours, { gpuAliases: aliases }), []);
    assert.deepEqual(await named('lab.nano', { withGpus: false }, ours), []);
    // A provider has other ways to give GPUs, and does not show all.
    assert.deepEqual(await named('lab.nano', {}, kit), []);
    assert.match((await named('lab.h100x4', {}, kit)).join('\n'), /alias=h100:4/);
  });

  test('that a flavor has no ephemeral disk for the work disk that is sold', async () => {
    const flavors = new Map([['cpux1', 'lab.nano']]);
    const [sentence = '', ...others] = await check({ sizes: [{ ...size, storageGb: 1 }] }, { flavors, workDisks: ['ephemeral'] });
    assert.match(sentence, /lab\.nano has less than .* 10 GB of ephemeral disk.*: .* 0 GB of ephemeral disk/);
    assert.deepEqual(others, []);
  });

  test('that the image is larger than what is sold, is not there, or is another project’s', async (t) => {
    const { cloud, ours } = await admin(t);
    const image = { id: 'ubuntu', engineName: cloud.image.name };
    const of = { images: [image], sizes: [{ ...size, storageGb: 1 }] };
    const told = (sizes = of.sizes) => check({ images: [image], sizes }, {}, ours);
    assert.deepEqual(await told(), []);
    const there = cloud.images.images.get(cloud.image.id);
    assert.ok(there);
    Object.assign(there, { minDisk: 20, minRam: 4096 });
    assert.match((await told()).join('\n'), /The image ubuntu needs 20 GB of disk and 4096 MB of memory, .*--min-disk/);
    Object.assign(there, { minDisk: 0, minRam: 0, virtualSize: 20 * 2 ** 30 });
    assert.match((await told()).join('\n'), /The image ubuntu needs 20 GB of disk and 0 MB of memory, more than/, 'few state a minimum');
    Object.assign(there, { virtualSize: null });
    assert.deepEqual(await told(), [], 'glance cannot always tell');
    there.properties['signature_verified'] = 'False';
    assert.deepEqual(await told(), [], 'nova does not mind');
    assert.match(
      (await check({ images: [image], sizes: of.sizes }, { systemDisks: ['volume'] }, ours)).join('\n'),
      /no system disk from the image ubuntu: .*openstack image unset --property signature_verified/,
    );
    Object.assign(there, { minDisk: 1, minRam: 128, visibility: 'private' });
    assert.match((await told()).join('\n'), /needs an active image named guest/);
    const byId = { images: [{ id: 'ubuntu', engineName: cloud.image.id }], sizes: of.sizes };
    assert.deepEqual(await check(byId, {}, ours), [], 'whoever names an id means that one');
  });

  test('that the network is not there, has no subnet or no router, that the external one is neither, or is taken for the servers’', async (t) => {
    const { cloud, ours } = await admin(t);
    const told = async (layout: Partial<Layout>) => (await check({}, layout, ours)).join('\n');
    assert.match(await told({ network: 'nowhere' }), /^The cloud has no network nowhere.*Look at OPENSTACK_NETWORK\.$/);
    assert.match(await told({ floatingNetwork: 'nowhere' }), /^The cloud has no network nowhere.*Look at OPENSTACK_FLOATING_NETWORK\.$/);
    assert.match(await told({ floatingNetwork: 'provider' }), /^The network provider is not external/m);
    assert.match(await told({ network: 'public' }), /OPENSTACK_NETWORK names an external network, public/);
    const [ownId] = [...cloud.networks.networks.values()].filter(({ name }) => name === ours.layout.network).map(({ id }) => id);
    for (const port of cloud.networks.ports.values()) if (port.network_id === ownId) cloud.networks.ports.delete(port.id);
    assert.match(await told({}), /^No router leads from priv to public.*openstack router add subnet ROUTER SUBNET$/);
  });

  test('that the user has no role that may make servers, in a cloud of ours and in somebody else’s', async (t) => {
    assert.match((await check({}, { whose: 'ours' })).join('\n'), /OPENSTACK_CLOUD=ours needs the role admin, and the user has: member/);
    const { kit: reader } = await openDoubleKit('theirs', { demoRole: 'reader' });
    t.after(() => reader.close());
    assert.match((await check({}, {}, reader)).join('\n'), /may only read.*openstack role add member/);
  });

  test('that the cloud is older than the oldest release: nothing else is known of it', async (t) => {
    const { kit: old } = await openDoubleKit('theirs', { newestCompute: '2.90' });
    t.after(() => old.close());
    await assert.rejects(check({}, {}, old), /nova is too old: it speaks 2\.1 to 2\.90, .*Zed/);
  });

  test('that the clocks differ', async (t) => {
    const late = { ...systemClock(), wall: () => addMs(new Date(), -HOUR_MS) };
    const behind = await openOpenstackKit(doubleCloud(await startCloudDouble(), 'theirs'), '', late);
    t.after(() => behind.close());
    assert.match((await check({}, {}, behind)).join('\n'), /clock and the cloud's differ by 3[56]\d\d seconds.*timedatectl/);
  });

  test('what the cloud does not let us ask is named, and hides nothing else', async () => {
    const refused = { status: 403, body: { NeutronError: { type: 'PolicyNotAuthorized', message: 'disallowed by policy' } } };
    double.faults.rules = [({ path }) => (/^\/v2\.0\/(quotas|routers)/.test(path) ? refused : 'passed')];
    const told = await check({ places: 8, sizes: [size] });
    double.faults.rules = [];
    assert.match(told.join('\n'), /lab\.nano has less than the plan/);
    assert.match(told.join('\n'), /does not let us look at networks, routers and ports \(.*disallowed by policy\)/);
    assert.equal(told.length, 2, 'a quota that is not told is none that is known to be too small');
  });
});
