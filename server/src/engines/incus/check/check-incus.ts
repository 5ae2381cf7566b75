import { isNvidia, isWholeKind } from '@boreal/contract/fleet/gpu-hardware.ts';
import { z } from 'zod';
import type { MachineType } from '../../engine.ts';
import type { EngineGpu, EngineHost } from '../../engine-hosts.ts';
import { missingForwards, type SharedWanted } from './check-forwards.ts';
import type { IncusClient } from '../client/incus-client.ts';
import { addressesOfHosts } from '../firewall/passage.ts';
import { Network, Server, Trust } from '../client/incus-shapes.ts';
import { isGpuDevice, type Layout } from '../rules/machine-config.rules.ts';

/** What the shop is configured to sell, as far as the engine must provide it. */
export interface Wanted {
  readonly images: readonly { readonly id: string; readonly engineName: string }[];
  readonly machineTypes: readonly MachineType[];
  /** Public addresses that servers share; default: none. */
  readonly shared?: readonly SharedWanted[];
  readonly hosts: readonly { readonly name: string; readonly machineType: MachineType; readonly devices: readonly string[] }[];
}

/** Extensions of Incus' API that the port requires. */
const EXTENSIONS = ['instance_create_start', 'network_acl', 'network_bridge_acl', 'metrics', 'instance_state_started_at'] as const;
const Alias = z.object({ name: z.string(), type: z.string() });

/** The problems found, as sentences that say what to do; both empty if all is well. */
export interface Findings {
  /** What prevents machines from being made. */
  readonly missing: readonly string[];
  /** What lets someone who rents a machine harm others: production does not run with it. */
  readonly unsafe: readonly string[];
}

/** Checks everything about Incus, and changes nothing. @throws IncusUnreachable · IncusError */
export async function checkIncus(
  parts: { client: IncusClient; layout: Layout; hosts: () => Promise<readonly EngineHost[]> },
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Findings> {
  const { client, layout } = parts;
  // Incus tells an untrusted client little more than that.
  const { value: trust } = await client.read('/1.0', Trust, signal);
  if (trust.auth !== 'trusted') {
    return { missing: ['Incus does not trust our certificate. Add it there: incus config trust add-certificate FILE'], unsafe: [] };
  }
  const { value: server } = await client.read('/1.0', Server, signal);
  const old = EXTENSIONS.filter((extension) => !server.api_extensions.includes(extension));
  const found = await Promise.all([
    old.length === 0 ? [] : [`Incus ${server.environment.server_version} is too old: it lacks ${old.join(', ')}. Take 6.0.4 or later.`],
    missingPools(client, layout, signal),
    missingNetwork(client, layout, signal),
    missingImages(client, wanted, signal),
    missingHosts(await parts.hosts(), wanted),
    forwards(client, layout, { shared: wanted.shared ?? [], clustered: server.environment.server_clustered }, signal),
  ]);
  const unsafe = await Promise.all([unsafePools(client, layout, wanted, signal), unsafeNetwork(client, layout, signal)]);
  return { missing: found.flat(), unsafe: unsafe.flat() };
}

async function forwards(
  client: IncusClient,
  { network }: Layout,
  { shared, clustered }: { shared: readonly SharedWanted[]; clustered: boolean },
  signal: AbortSignal,
): Promise<string[]> {
  if (shared.length === 0) return [];
  const hostAddresses = await addressesOfHosts(client, { clustered, serverName: '' }, signal);
  return missingForwards({ client, network, shared, hostAddresses, clustered }, signal);
}

/** A container leaves its GPUs as it used them; the host's kernel resets a virtual machine's when it ends. */
export function needsCleaner({ hosts, machineTypes }: Wanted): boolean {
  return machineTypes.includes('container') && hosts.some(({ devices }) => devices.length > 0);
}

export function uncleanedGpus(wanted: Wanted): string[] {
  if (!needsCleaner(wanted)) return [];
  return [
    'Nothing cleans a GPU before it goes to another customer, who may read what is left in its memory. ' +
      'Name a program that does in INCUS_GPU_CLEANER, or say with INCUS_GPU_CLEANER=none that yours need none.',
  ];
}

/** Incus' storage drivers with which a disk is limited to its size, and begins empty. */
export const SAFE_DRIVERS = ['zfs', 'lvm', 'lvmcluster', 'ceph', 'linstor', 'truenas'];
const Pool = z.object({ driver: z.string(), config: z.record(z.string(), z.string()) });

/** Backups are never mounted in a machine, and a virtual machine sees only blocks. */
async function unsafePools(client: IncusClient, layout: Layout, { machineTypes }: Wanted, signal: AbortSignal): Promise<string[]> {
  const unsafe: string[] = [];
  for (const name of new Set([layout.storagePool, layout.workPool])) {
    const pool = await client.find(`/1.0/storage-pools/${encodeURIComponent(name)}`, Pool, signal);
    if (!pool) continue;
    const { driver, config } = pool.value;
    // A pool makes containers unless configured otherwise.
    if ((machineTypes.length === 0 || machineTypes.includes('container')) && !SAFE_DRIVERS.includes(driver)) {
      unsafe.push(`${unsafeDriver(name, driver)} Use a pool of zfs or lvm (thin): incus storage create NAME zfs source=DISK`);
    }
    if (driver === 'lvm' && config['lvm.use_thinpool'] === 'false') {
      unsafe.push(
        `The storage pool ${name} is lvm without a thin pool: a new disk shows what a former customer wrote there. Use a pool with lvm.use_thinpool=true, or zfs.`,
      );
    }
  }
  return unsafe;
}

function unsafeDriver(name: string, driver: string): string {
  if (driver === 'btrfs') return `The storage pool ${name} is btrfs: any user of a container fills all of it, by making a subvolume.`;
  if (driver === 'dir') return `The storage pool ${name} is a folder (dir): containers' disks have no limit there.`;
  return `The storage pool ${name} is ${driver}, of which Boreal does not know that it keeps containers to their disks.`;
}

/** Incus' own name server would reveal the names and addresses of other customers' machines, and the host's own names. */
async function unsafeNetwork(client: IncusClient, layout: Layout, signal: AbortSignal): Promise<string[]> {
  const network = await client.find(`/1.0/networks/${encodeURIComponent(layout.network)}`, Network, signal);
  if (network?.value.type !== 'bridge' || tellsNoNames(network.value.config)) return [];
  return [
    `The network ${layout.network} tells each customer the names and addresses of the others' machines. Turn that off: ` +
      `incus network set ${layout.network} dns.mode=none raw.dnsmasq="$(printf 'dhcp-ignore-names\\nno-hosts')"`,
  ];
}

/** Incus' DNS records, names that guests register with their leases, and the host's own list. */
function tellsNoNames(config: Readonly<Record<string, string>>): boolean {
  const own = (config['raw.dnsmasq'] ?? '').split('\n').map((line) => line.trim());
  return own.includes('port=0') || (config['dns.mode'] === 'none' && own.includes('dhcp-ignore-names') && own.includes('no-hosts'));
}

async function missingPools(client: IncusClient, layout: Layout, signal: AbortSignal): Promise<string[]> {
  const missing: string[] = [];
  for (const pool of new Set([layout.storagePool, layout.workPool, layout.backupPool])) {
    if (await client.find(`/1.0/storage-pools/${encodeURIComponent(pool)}`, z.object({}), signal)) continue;
    missing.push(`There is no storage pool ${pool}. Make it: incus storage create ${pool} zfs source=DISK`);
  }
  if (layout.backupPool === layout.storagePool) {
    missing.push(
      `Backups would lie in the pool of the machines, ${layout.storagePool}, and be lost with it. Name another in INCUS_BACKUP_POOL.`,
    );
  }
  return missing;
}

async function missingNetwork(client: IncusClient, layout: Layout, signal: AbortSignal): Promise<string[]> {
  const network = await client.find(`/1.0/networks/${encodeURIComponent(layout.network)}`, Network, signal);
  if (!network)
    return [`There is no network ${layout.network}. Make it: incus network create ${layout.network} ipv4.address=… (INCUS_NETWORK)`];
  const { managed, type, status } = network.value;
  if (!managed || (type !== 'bridge' && type !== 'ovn')) {
    return [`The network ${layout.network} is not a bridge or OVN that Incus manages, so machines on it would have no firewall.`];
  }
  if (status !== 'Unavailable') return [];
  return [`Incus could not start the network ${layout.network}, and tries again each minute. Its log says why: journalctl -u incus`];
}

/** The images that Incus lacks, for the kinds of machines that are sold. */
export async function missingImages(
  client: IncusClient,
  wanted: Pick<Wanted, 'images' | 'machineTypes'>,
  signal: AbortSignal,
): Promise<string[]> {
  const { value: aliases } = await client.read('/1.0/images/aliases?recursion=1', z.array(Alias), signal);
  const there = new Set(aliases.map((alias) => `${alias.type} ${alias.name}`));
  return wanted.images.flatMap(({ id, engineName }) =>
    wanted.machineTypes
      .map((type) => (type === 'vm' ? 'virtual-machine' : type))
      .filter((type) => !there.has(`${type} ${engineName}`))
      .map(
        (type) =>
          `The image ${id} needs an image of type ${type} with the alias ${engineName} in Incus: incus image copy SOURCE local: --alias ${engineName}`,
      ),
  );
}

export function missingHosts(hosts: readonly EngineHost[], wanted: Pick<Wanted, 'hosts'>): string[] {
  return wanted.hosts.flatMap(({ name, machineType, devices }) => {
    const host = hosts.find((each) => each.name === name);
    if (!host) return [`Incus has no host ${name}. It has: ${hosts.map((each) => each.name).join(', ')}.`];
    if (!host.reachable) return [`The host ${name} does not answer.`];
    const present = new Set(host.gpus.map((gpu) => gpu.device));
    // GPUs named by vendor and product are resolved when a machine starts.
    const absent = devices
      .filter((device) => !present.has(device.split('/')[0] ?? '') && !isWholeKind(device))
      .map((device) => `The host ${name} has no card ${device}${isGpuDevice(device) ? '' : ', which is no PCI address either'}.`);
    return machineType === 'container' ? [...absent, ...withoutTools(host, devices), ...idleInContainers(host, devices)] : absent;
  });
}

function withoutTools(host: EngineHost, devices: readonly string[]): string[] {
  const list = soldOf(host, devices, ({ forContainers }) => forContainers === false);
  if (list === '') return [];
  return [
    `No container can be given NVIDIA's driver for ${list} of ${host.name}: the driver or its container tools are missing there. Install both (apt-get install nvidia-open nvidia-container-toolkit), until this lists the GPUs: nvidia-container-cli info`,
  ];
}

/** The addresses of a host's sold GPUs, whole or in slices, that satisfy a condition. */
function soldOf({ gpus }: EngineHost, devices: readonly string[], isMeant: (gpu: EngineGpu) => boolean): string {
  const sold = new Set(devices.map((device) => device.split('/')[0]));
  return gpus.flatMap((gpu) => (sold.has(gpu.device) && isMeant(gpu) ? [gpu.device] : [])).join(', ');
}

/** Incus passes a GPU's own devices into a container and, for NVIDIA, the shared ones; it omits the one that AMD's GPUs share. */
function idleInContainers(host: EngineHost, devices: readonly string[]): string[] {
  const list = soldOf(host, devices, ({ hardware }) => hardware !== null && !isNvidia(hardware));
  if (list === '') return [];
  return [
    `Incus gives containers no /dev/kfd, without which AMD's cards do not compute: ${list} of ${host.name}. Sell them in a pool of virtual machines: pool add NAME --model SLUG --engine incus --machines vm`,
  ];
}
