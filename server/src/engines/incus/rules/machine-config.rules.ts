import { z } from 'zod';
import type { MachineGpu, MachineSpec } from '../../engine.ts';
import type { HeldAddresses } from '../../engine-stores.ts';
import { userData, WORK_PATH } from '../../parts/user-data.rules.ts';
import type { Instance } from '../client/incus-shapes.ts';
import { instanceName, isGroup, marks } from './machine-marks.rules.ts';
import { forwardDevices } from './forwards.rules.ts';
import { NIC } from './observed.rules.ts';

/** How this Incus is set up: names that the operator chose. */
export interface Layout {
  readonly owner: string;
  readonly storagePool: string;
  readonly workPool: string;
  readonly backupPool: string;
  /** The member whose storage has the backups; null: the machine's member, which is right for storage that all members share. */
  readonly backupTarget: string | null;
  readonly network: string;
  readonly guests: GuestRules;
}

/** Limits on guests' use of their host beyond what their plan defines; per CPU, so that they grow with the plan. */
export interface GuestRules {
  /** Processes and threads of a container. */
  readonly processesPerCpu: number;
  /** What each disk may read, and what it may write, per second; null: unlimited. */
  readonly diskMbPerCpu: number | null;
  /** What may come in, and what may go out, per second; null: unlimited. */
  readonly networkMbitPerCpu: number | null;
  /** Containers may run containers of their own, which exposes more of the host's kernel. */
  readonly nesting: boolean;
}

type Devices = Readonly<Record<string, Readonly<Record<string, string>>>>;

const WORK_SERIAL = 'work';
const USER_DATA = 'cloud-init.user-data';
/** How cloud-init recognises a machine's first boot. */
const INSTANCE_ID = 'volatile.cloud-init.instance-id';

/** Everything about a machine that its configuration sets. Keys not named here stay unchanged. `nvidia`: it gets NVIDIA GPUs. */
export function configOf(spec: MachineSpec, layout: Layout, { nvidia }: { nvidia: boolean }): Record<string, string> {
  const container = spec.machineType === 'container';
  return {
    [marks.owner]: layout.owner,
    [marks.server]: spec.serverId,
    [marks.username]: spec.username,
    [marks.publicKey]: spec.publicKey,
    [marks.record]: spec.record,
    [marks.gpus]: gpusMark(spec),
    ...(isGroup(spec.hostName) && { [marks.group]: spec.hostName }),
    [USER_DATA]: userData(spec, workOf(spec)),
    'cluster.evacuate': mayMove(spec) ? 'auto' : 'stop',
    'limits.cpu': String(spec.vcores),
    'limits.memory': `${spec.ramGb}GiB`,
    // No guest needs Incus' guest API: it could read our marks, and report itself ready.
    'security.guestapi': 'false',
    ...(container
      ? {
          'limits.memory.swap': 'false',
          'limits.processes': String(spec.vcores * layout.guests.processesPerCpu),
          // Users of one container have no rights in another.
          'security.idmap.isolated': 'true',
          'security.nesting': String(layout.guests.nesting),
          ...(nvidia && { 'nvidia.runtime': 'true', 'nvidia.driver.capabilities': 'all' }),
        }
      : { 'security.secureboot': 'false' }),
  };
}

/** Its slots may have no device to identify them. */
function gpusMark({ hostName, gpus }: MachineSpec): string {
  return JSON.stringify({ hostName, gpus: [...gpus] } satisfies z.input<typeof GpusMark>);
}

const GpusMark = z.object({ hostName: z.string(), gpus: z.array(z.object({ slot: z.int(), device: z.string().nullable() })) });

/** Where a machine is. */
export interface Whereabouts {
  readonly hostName: string | null;
  readonly clustered: boolean;
}

/**
 * The GPUs that a machine was last started with, if they are on this host: one that is off and was moved has yet to get others. A running
 * machine has them, and so has any on an Incus without a cluster, whatever its host was called then.
 */
export function markedGpus(instance: Instance, { hostName, clustered }: Whereabouts): readonly MachineGpu[] {
  const text = instance.config[marks.gpus];
  if (text === undefined || hostName === null) return [];
  const marked = GpusMark.parse(JSON.parse(text));
  return marked.hostName === hostName || !clustered || instance.status !== 'Stopped' ? marked.gpus : [];
}

/** The names of those GPUs; null if one has none, or nothing is known. */
export function markedDevices(instance: Instance, where: Whereabouts): readonly string[] | null {
  const gpus = markedGpus(instance, where);
  const devices = gpus.flatMap(({ device }) => device ?? []);
  return devices.length === 0 || devices.length < gpus.length ? null : devices;
}

/** When a member is evacuated, Incus moves machines that are not bound to it, by GPUs or by a disk of the member's own. */
function mayMove(spec: MachineSpec): boolean {
  return isGroup(spec.hostName) && spec.localStorageGb === 0;
}

const WORK_DEVICE = `/dev/disk/by-id/scsi-0QEMU_QEMU_HARDDISK_incus_${WORK_SERIAL}`;

/** A container gets its work disk mounted; a virtual machine gets it as a block device. */
function workOf({ machineType, localStorageGb }: MachineSpec): Parameters<typeof userData>[1] {
  if (localStorageGb === 0) return null;
  return machineType === 'container' ? 'mounted' : { path: WORK_DEVICE, ephemeral: false };
}

/**
 * A machine keeps its original cloud-init text while the user and key are the same: to Incus a different wording makes it a different
 * instance, and cloud-init would give it new host keys at its next boot.
 */
export function keptUserData({ config }: Instance, { username, publicKey }: MachineSpec): Record<string, string> {
  const had = config[USER_DATA];
  const sameUser = config[marks.username] === username && config[marks.publicKey] === publicKey;
  return had !== undefined && sameUser ? { [USER_DATA]: had } : {};
}

/** Recorded at hibernation: the machine's cloud-init identity. An existing note is from an interrupted resumption. */
export function notedInstanceId({ config }: Instance): Record<string, string> {
  return { [marks.instanceId]: config[marks.instanceId] ?? config[INSTANCE_ID] ?? '' };
}

/** Null: nothing was recorded. To be set once the machine has its network card again. */
export function formerInstanceId({ config }: Instance): Record<string, string> | null {
  const noted = config[marks.instanceId];
  return noted === undefined ? null : { [INSTANCE_ID]: noted, [marks.instanceId]: '' };
}

export function devicesOf(spec: MachineSpec, held: HeldAddresses, layout: Layout): Devices {
  return {
    root: { type: 'disk', path: '/', pool: layout.storagePool, size: `${spec.storageGb}GiB`, ...diskRates(spec, layout) },
    ...(spec.localStorageGb > 0 && { [WORK_SERIAL]: workDevice(spec, layout) }),
    [NIC]: nicOf(spec, held, layout),
    ...forwardDevices(spec.forwards, held.ipv4),
    ...Object.fromEntries(gpuDevices(spec).map((device, n) => [`gpu${n}`, device])),
  };
}

/** A hibernated machine keeps its disks and has neither GPUs nor a network. */
export function hibernatedDevices(instance: Instance): Devices {
  const disks = Object.entries(instance.devices).filter(([, device]) => device['type'] === 'disk');
  return { ...Object.fromEntries(disks), [NIC]: { type: 'none' } };
}

function workDevice(spec: MachineSpec, layout: Layout): Record<string, string> {
  const volume = { type: 'disk', pool: layout.workPool, source: workVolume(spec.serverId), ...diskRates(spec, layout) };
  return spec.machineType === 'container' ? { ...volume, path: WORK_PATH } : volume;
}

export function workVolume(serverId: string): string {
  return `${instanceName(serverId)}-work`;
}

function diskRates({ vcores }: MachineSpec, { guests: { diskMbPerCpu } }: Layout): Record<string, string> {
  if (diskMbPerCpu === null) return {};
  const rate = `${vcores * diskMbPerCpu}MB`;
  return { 'limits.read': rate, 'limits.write': rate };
}

function networkRates({ vcores }: MachineSpec, { guests: { networkMbitPerCpu } }: Layout): Record<string, string> {
  if (networkMbitPerCpu === null) return {};
  const rate = `${vcores * networkMbitPerCpu}Mbit`;
  return { 'limits.ingress': rate, 'limits.egress': rate };
}

/** The machine can use only its own addresses, and only what its rules allow passes. */
function nicOf(spec: MachineSpec, held: HeldAddresses, layout: Layout): Record<string, string> {
  return {
    type: 'nic',
    name: NIC,
    network: layout.network,
    'ipv4.address': held.ipv4,
    ...(held.ipv6 !== null && { 'ipv6.address': held.ipv6 }),
    'security.mac_filtering': 'true',
    'security.ipv4_filtering': 'true',
    'security.ipv6_filtering': held.ipv6 === null ? 'false' : 'true',
    'security.acls': instanceName(spec.serverId),
    'security.acls.default.ingress.action': 'drop',
    'security.acls.default.egress.action': 'drop',
    ...networkRates(spec, layout),
  };
}

const PCI = /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f]$/i;
const MIG = /^([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])\/(MIG-[0-9a-f-]+)$/i;
const MODEL = /^([0-9a-f]{4}):([0-9a-f]{4})$/i;

/** A GPU by its PCI address, a slice of one as `address/MIG-uuid`, or every GPU of a model as `vendor:product`. */
export function isGpuDevice(device: string): boolean {
  return PCI.test(device) || MIG.test(device) || MODEL.test(device);
}

function gpuDevices(spec: MachineSpec): Record<string, string>[] {
  const devices = spec.gpus.map(({ device }) => device).filter((device) => device !== null);
  // Slots that stand for all GPUs of a model are one device together.
  return [...new Set(devices)].map(gpuDevice);
}

function gpuDevice(device: string): Record<string, string> {
  const [, pci, uuid] = MIG.exec(device) ?? [];
  if (pci !== undefined && uuid !== undefined) return { type: 'gpu', gputype: 'mig', pci, 'mig.uuid': uuid };
  const [, vendorid, productid] = MODEL.exec(device) ?? [];
  if (vendorid !== undefined && productid !== undefined) return { type: 'gpu', gputype: 'physical', vendorid, productid };
  return { type: 'gpu', gputype: 'physical', pci: device };
}

/** Whether a machine is configured as wanted; only wanted keys are compared. */
export function isAsWanted(instance: Instance, wanted: { config: Readonly<Record<string, string>>; devices: Devices }): boolean {
  const sameConfig = Object.entries(wanted.config).every(([key, value]) => instance.config[key] === value);
  const names = new Set([...Object.keys(wanted.devices), ...Object.keys(instance.devices)]);
  return sameConfig && [...names].every((name) => sameTexts(wanted.devices[name], instance.devices[name]));
}

function sameTexts(a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}
