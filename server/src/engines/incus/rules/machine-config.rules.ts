import { z } from 'zod';
import type { MachineGpu, MachineSpec } from '../../engine.ts';
import type { HeldAddresses } from '../../engine-stores.ts';
import { userData, WORK_PATH } from '../../parts/user-data.rules.ts';
import type { Instance } from '../client/incus-shapes.ts';
import { instanceName, isGroup, marks } from './machine-marks.rules.ts';
import { forwardDevices } from './forwards.rules.ts';
import { NIC } from './observed.rules.ts';

/** How this Incus is laid out: names that the operator chose. */
export interface Layout {
  readonly owner: string;
  readonly storagePool: string;
  readonly workPool: string;
  readonly backupPool: string;
  /** The member whose storage keeps backups; null: where the machine is, which is right for storage that all members share. */
  readonly backupTarget: string | null;
  readonly network: string;
  readonly guests: GuestRules;
}

/** What guests may use of their host beside what their plan says; by the CPU, so that it grows with the plan. */
export interface GuestRules {
  /** Processes and threads of a container. */
  readonly processesPerCpu: number;
  /** What each disk may read, and what it may write, in a second; null: as much as there is. */
  readonly diskMbPerCpu: number | null;
  /** What may come in, and what may go out, in a second; null: as much as there is. */
  readonly networkMbitPerCpu: number | null;
  /** Containers may run containers of their own, for which they see more of the host's kernel. */
  readonly nesting: boolean;
}

type Devices = Readonly<Record<string, Readonly<Record<string, string>>>>;

const WORK_SERIAL = 'work';
const USER_DATA = 'cloud-init.user-data';
/** What cloud-init tells a machine's first boot from the others by. */
const INSTANCE_ID = 'volatile.cloud-init.instance-id';

/** Everything of a machine that is set through its configuration. What is not named here is left as it is. `nvidia`: it gets cards of NVIDIA's. */
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
    // Nothing in a guest needs to talk to Incus: it would read what we wrote on it, and could say that it is ready.
    'security.guestapi': 'false',
    ...(container
      ? {
          'limits.memory.swap': 'false',
          'limits.processes': String(spec.vcores * layout.guests.processesPerCpu),
          // Users of one container are nobody in another.
          'security.idmap.isolated': 'true',
          'security.nesting': String(layout.guests.nesting),
          ...(nvidia && { 'nvidia.runtime': 'true', 'nvidia.driver.capabilities': 'all' }),
        }
      : { 'security.secureboot': 'false' }),
  };
}

/** Its places may have no device by which they could be told. */
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
 * The GPUs that a machine was last started with, if they are on this host: one that is off and was moved since has yet to be given others.
 * One that is on has them, and so has one of an Incus that is alone, whatever its host was called then.
 */
export function markedGpus(instance: Instance, { hostName, clustered }: Whereabouts): readonly MachineGpu[] {
  const text = instance.config[marks.gpus];
  if (text === undefined || hostName === null) return [];
  const marked = GpusMark.parse(JSON.parse(text));
  return marked.hostName === hostName || !clustered || instance.status !== 'Stopped' ? marked.gpus : [];
}

/** The names of those GPUs; null where one has none, or nothing is known. */
export function markedDevices(instance: Instance, where: Whereabouts): readonly string[] | null {
  const gpus = markedGpus(instance, where);
  const devices = gpus.flatMap(({ device }) => device ?? []);
  return devices.length === 0 || devices.length < gpus.length ? null : devices;
}

/** When a member is evacuated, Incus takes along what is not bound to it: neither by cards, nor by a disk of the member's own. */
function mayMove(spec: MachineSpec): boolean {
  return isGroup(spec.hostName) && spec.localStorageGb === 0;
}

const WORK_DEVICE = `/dev/disk/by-id/scsi-0QEMU_QEMU_HARDDISK_incus_${WORK_SERIAL}`;

/** A container finds its work disk in its place; a virtual machine has it as a block device. */
function workOf({ machineType, localStorageGb }: MachineSpec): Parameters<typeof userData>[1] {
  if (localStorageGb === 0) return null;
  return machineType === 'container' ? 'mounted' : { path: WORK_DEVICE, ephemeral: false };
}

/**
 * A machine keeps what cloud-init has read, while it says the same user and key: to Incus, another wording makes it another instance, and
 * cloud-init would give it other host keys at its next boot.
 */
export function keptUserData({ config }: Instance, { username, publicKey }: MachineSpec): Record<string, string> {
  const had = config[USER_DATA];
  const sameUser = config[marks.username] === username && config[marks.publicKey] === publicKey;
  return had !== undefined && sameUser ? { [USER_DATA]: had } : {};
}

/** Noted in hibernation: who it is to cloud-init. A note that is there already is of a waking that was broken off. */
export function notedInstanceId({ config }: Instance): Record<string, string> {
  return { [marks.instanceId]: config[marks.instanceId] ?? config[INSTANCE_ID] ?? '' };
}

/** Null: nothing was noted. To be set once the machine has its network card again. */
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

/** A hibernated machine keeps its disks and has neither cards nor a way to be reached. */
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

/** It can use its own addresses only, and nothing passes that its rules do not allow. */
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

/** A card by its PCI address, a slice of one as `address/MIG-uuid`, or every card of a model as `vendor:product`. */
export function isGpuDevice(device: string): boolean {
  return PCI.test(device) || MIG.test(device) || MODEL.test(device);
}

function gpuDevices(spec: MachineSpec): Record<string, string>[] {
  const devices = spec.gpus.map(({ device }) => device).filter((device) => device !== null);
  // Places that stand for all cards of a model are one device together.
  return [...new Set(devices)].map(gpuDevice);
}

function gpuDevice(device: string): Record<string, string> {
  const [, pci, uuid] = MIG.exec(device) ?? [];
  if (pci !== undefined && uuid !== undefined) return { type: 'gpu', gputype: 'mig', pci, 'mig.uuid': uuid };
  const [, vendorid, productid] = MODEL.exec(device) ?? [];
  if (vendorid !== undefined && productid !== undefined) return { type: 'gpu', gputype: 'physical', vendorid, productid };
  return { type: 'gpu', gputype: 'physical', pci: device };
}

/** Whether a machine is set as it should be; only what is wanted is compared. */
export function isAsWanted(instance: Instance, wanted: { config: Readonly<Record<string, string>>; devices: Devices }): boolean {
  const sameConfig = Object.entries(wanted.config).every(([key, value]) => instance.config[key] === value);
  const names = new Set([...Object.keys(wanted.devices), ...Object.keys(instance.devices)]);
  return sameConfig && [...names].every((name) => sameTexts(wanted.devices[name], instance.devices[name]));
}

function sameTexts(a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}
