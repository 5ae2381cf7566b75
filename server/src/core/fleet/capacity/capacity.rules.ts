import { isSlice, isWholeKind } from '@boreal/contract/fleet/gpu-hardware.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import type { Plan } from '../../money/catalog/plan.ts';

/** What a server takes of its host. */
export type PlanSizes = Pick<Plan, 'vcores' | 'ramGb' | 'storageGb' | 'localStorageGb'>;

/** What is left on a host, or would be; null if not counted. */
export interface Room {
  readonly cores: number | null;
  readonly memoryGb: number | null;
}

/** What is left for disks; `shared`: system and work disks draw on the same storage. */
export interface DiskRoom {
  readonly systemGb: number | null;
  readonly workGb: number | null;
  readonly shared: boolean;
}

/** What can still be sold of an accepting host. A machine never spans two hosts. */
export interface HostStock {
  readonly free: { readonly gpus: number } & Room;
  /** What on-demand servers may have: free GPUs, GPUs that a machine is leaving, and those of spot servers. */
  readonly onDemand: { readonly gpus: number } & Room;
  readonly disks: DiskRoom;
}

/** By slug of the GPU model; a model without an accepting host is missing. */
export type Stock = ReadonlyMap<string, readonly HostStock[]>;

/**
 * Why GPUs with these names cannot all be in one host; null if they can. `devices`: all of the host, whatever pool sells them. No GPU may
 * be named twice, or both whole and in slices: the name of a slice contains its GPU's address. Naming all GPUs of a model by vendor and
 * product is allowed in any number of slots.
 */
export function gpusNamedTwice(devices: readonly (string | null)[]): Told | null {
  const named = devices.filter((device) => device !== null).map((device) => device.toLowerCase());
  if (new Set(named).size < named.length && !named.every(isWholeKind)) return capacitySentences.gpuNamedTwice;
  const whole = new Set(named);
  const both = named.filter(isSlice).find((slice) => whole.has(cardOf(slice)));
  return both === undefined ? null : capacitySentences.wholeAndSlices(cardOf(both));
}

/** The address of the GPU that a slice belongs to. */
function cardOf(slice: string): string {
  return slice.slice(0, slice.indexOf('/'));
}

type Placed = PlanSizes & Pick<Plan, 'gpuModel' | 'gpuCount' | 'spot'>;

/**
 * Whether one host has everything that the plan needs. Spot servers get free GPUs only; on-demand servers can also take those of spot
 * servers.
 */
export function hasRoomFor(stock: Stock, plan: Placed): boolean {
  return hostsFor(stock, plan).length > 0;
}

/**
 * How many servers of the plan could be placed, counting only GPUs of hosts that have room for one: at least as many as could be deployed
 * now.
 */
export function placesFor(stock: Stock, plan: Placed): number {
  return hostsFor(stock, plan).reduce((sum, { gpus }) => sum + Math.floor(gpus / plan.gpuCount), 0);
}

function hostsFor(stock: Stock, plan: Placed): readonly HostStock['free'][] {
  return (stock.get(plan.gpuModel) ?? []).flatMap((host) => {
    const has = plan.spot ? host.free : host.onDemand;
    return has.gpus >= plan.gpuCount && machineFits(has, plan) && disksFit(host.disks, plan) ? [has] : [];
  });
}

export function machineFits({ cores, memoryGb }: Room, plan: Pick<PlanSizes, 'vcores' | 'ramGb'>): boolean {
  return (cores ?? Infinity) >= plan.vcores && (memoryGb ?? Infinity) >= plan.ramGb;
}

export function disksFit({ systemGb, workGb, shared }: DiskRoom, plan: Pick<PlanSizes, 'storageGb' | 'localStorageGb'>): boolean {
  const { storageGb, localStorageGb } = plan;
  if (shared) return (systemGb ?? Infinity) >= storageGb + localStorageGb;
  return (systemGb ?? Infinity) >= storageGb && (localStorageGb === 0 || (workGb ?? Infinity) >= localStorageGb);
}
