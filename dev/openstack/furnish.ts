import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { idOf, signIn, type CloudApi } from './cloud-api.ts';
import { at, GPU_HOSTS, KVM_HOST } from './config.ts';

/** What the engine is told about a disposable OpenStack, and tests rely on. */
export const lab = {
  image: 'guest',
  username: 'guest',
  /** Of each project: its own network behind a router. An administrator sees both, so they have names of their own. */
  networks: { admin: 'boreal', demo: 'priv' },
  externalNetwork: 'public',
  zones: { guests: 'az1', gpus: 'gpu' },
  volumeType: 'files',
  /** The address from which `outside.sock` connects. */
  outside: '172.24.4.1',
  /** A wire of a provider’s, with no network on it yet; the outside is at its gateways, from which `outside.sock` connects, too. */
  provider: {
    physicalNetwork: 'provider',
    v4: { cidr: '172.24.5.0/24', gateway: '172.24.5.1' },
    v6: { cidr: '2001:db8:5::/64', gateway: '2001:db8:5::1' },
  },
} as const;

const WAIT_MS = 180_000;

/** Gives a bare OpenStack what its operator would: zones, flavors, networks, a kind of volume, and the guest's image. */
export async function furnish(options: { cache: string; discoverHosts: () => Promise<void> }): Promise<void> {
  const cloud = await signIn({ user: 'admin', project: 'admin' });
  await hostsAreUp(cloud);
  await options.discoverHosts();
  await makeZones(cloud);
  await makeFlavors(cloud);
  await makeNetworks(cloud);
  const volume = `${at('volume')}/v3/${await projectId(cloud, 'admin')}`;
  await cloud.ask('POST', `${volume}/types`, { volume_type: { name: lab.volumeType, extra_specs: { volume_backend_name: 'files' } } });
  const unlimited = { cores: -1, instances: -1, ram: -1, key_pairs: -1 };
  for (const name of ['admin', 'demo']) {
    await cloud.ask('PUT', `${at('compute')}/v2.1/os-quota-sets/${await projectId(cloud, name)}`, { quota_set: unlimited });
  }
  await addImage(cloud, options.cache);
}

async function projectId(cloud: CloudApi, name: string): Promise<string> {
  return (await cloud.find(`${at('identity')}/v3/projects`, 'projects', name)) ?? '';
}

const Services = z.object({ services: z.array(z.object({ binary: z.string(), host: z.string(), state: z.string() })) });
const Agents = z.object({ agents: z.array(z.object({ binary: z.string(), host: z.string(), alive: z.boolean() })) });

async function hostsAreUp(cloud: CloudApi): Promise<void> {
  const hosts = [KVM_HOST, ...GPU_HOSTS];
  const agents = ['linuxbridge-agent', 'l3-agent', 'dhcp-agent', 'metadata-agent'].map((name) => `neutron-${name}`);
  for (const begun = performance.now(); ; await sleep(500)) {
    const { services } = Services.parse(await cloud.ask('GET', `${at('compute')}/v2.1/os-services`).catch(() => ({ services: [] })));
    const alive = Agents.parse(await cloud.ask('GET', `${at('network')}/v2.0/agents`).catch(() => ({ agents: [] })));
    const missing = [
      ...hosts.filter((host) => !services.some((each) => each.binary === 'nova-compute' && each.host === host && each.state === 'up')),
      ...agents.filter((binary) => !alive.agents.some((each) => each.binary === binary && each.host === KVM_HOST && each.alive)),
      ...GPU_HOSTS.filter((host) => !alive.agents.some((each) => each.host === host && each.alive)),
    ];
    if (missing.length === 0) return;
    if (performance.now() - begun > WAIT_MS) throw new Error(`not up in three minutes: ${missing.join(', ')}`);
  }
}

async function makeZones(cloud: CloudApi): Promise<void> {
  const aggregates = `${at('compute')}/v2.1/os-aggregates`;
  for (const [zone, hosts] of [
    [lab.zones.guests, [KVM_HOST]],
    [lab.zones.gpus, GPU_HOSTS],
  ] as const) {
    const id = idOf(await cloud.ask('POST', aggregates, { aggregate: { name: zone, availability_zone: zone } }), 'aggregate');
    for (const host of hosts) await cloud.ask('POST', `${aggregates}/${id}/action`, { add_host: { host } });
  }
}

async function makeFlavors(cloud: CloudApi): Promise<void> {
  const flavors = `${at('compute')}/v2.1/flavors`;
  const make = async (flavor: { name: string; vcpus: number; ram: number; disk: number }) =>
    idOf(await cloud.ask('POST', flavors, { flavor }), 'flavor');
  await make({ name: 'lab.nano', vcpus: 1, ram: 192, disk: 1 });
  await make({ name: 'lab.tiny', vcpus: 1, ram: 512, disk: 3 });
  for (const count of [1, 2, 4, 8]) {
    const id = await make({ name: `lab.h100x${count}`, vcpus: 24 * count, ram: 200 * 1024 * count, disk: 100 });
    await cloud.ask('POST', `${flavors}/${id}/os-extra_specs`, { extra_specs: { 'pci_passthrough:alias': `h100:${count}` } });
  }
}

/** The outside, and for each project a network whose router leads there. */
async function makeNetworks(admin: CloudApi): Promise<void> {
  const v2 = `${at('network')}/v2.0`;
  const external = idOf(
    await admin.ask('POST', `${v2}/networks`, {
      network: {
        name: lab.externalNetwork,
        'router:external': true,
        'provider:network_type': 'flat',
        'provider:physical_network': 'outside',
      },
    }),
    'network',
  );
  const pool = { start: '172.24.4.10', end: '172.24.4.250' };
  await admin.ask('POST', `${v2}/subnets`, {
    subnet: {
      network_id: external,
      name: 'public-v4',
      ip_version: 4,
      cidr: '172.24.4.0/24',
      gateway_ip: lab.outside,
      enable_dhcp: false,
      allocation_pools: [pool],
    },
  });
  for (const [n, name] of (['admin', 'demo'] as const).entries()) {
    const network = lab.networks[name];
    const cloud = await signIn({ user: name, project: name });
    const network_id = idOf(await cloud.ask('POST', `${v2}/networks`, { network: { name: network } }), 'network');
    const subnet = { network_id, name: `${network}-v4`, ip_version: 4, cidr: `10.2${n}.0.0/22` };
    const subnet_id = idOf(await cloud.ask('POST', `${v2}/subnets`, { subnet }), 'subnet');
    const router = idOf(
      await cloud.ask('POST', `${v2}/routers`, { router: { name: network, external_gateway_info: { network_id: external } } }),
      'router',
    );
    await cloud.ask('PUT', `${v2}/routers/${router}/add_router_interface`, { subnet_id });
  }
}

/** Nova starts it with a kernel of its own, so that the disk needs nothing to boot from. */
async function addImage(cloud: CloudApi, cache: string): Promise<void> {
  const add = async (file: string, image: object) => {
    const id = idOf(await cloud.ask('POST', `${at('image')}/v2/images`, { visibility: 'public', ...image }));
    await cloud.upload(`${at('image')}/v2/images/${id}/file`, await readFile(join(cache, file)));
    return id;
  };
  const kernel_id = await add('kernel', { name: 'guest-kernel', disk_format: 'aki', container_format: 'aki' });
  const ramdisk_id = await add('ramdisk', { name: 'guest-ramdisk', disk_format: 'ari', container_format: 'ari' });
  const disk = { name: lab.image, disk_format: 'qcow2', container_format: 'bare', min_disk: 1, min_ram: 128 };
  await add('disk.qcow2', { ...disk, kernel_id, ramdisk_id, os_command_line: 'console=ttyS0 net.ifnames=0 quiet', hw_rng_model: 'virtio' });
}
