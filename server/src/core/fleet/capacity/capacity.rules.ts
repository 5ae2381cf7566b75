import { isWholeKind } from '@boreal/contract/gpu-hardware.ts';
import type { Plan } from '../../money/catalog/plan.ts';

/** What a server takes of its host. */
export type PlanSizes = Pick<Plan, 'vcores' | 'ramGb' | 'storageGb' | 'localStorageGb'>;

/** What is left on a host, or would be; null where it is not counted. */
export interface Room {
  readonly cores: number | null;
  readonly memoryGb: number | null;
}

/** What is left for disks; `shared`: both kinds draw on the same. */
export interface DiskRoom {
  readonly systemGb: number | null;
  readonly workGb: number | null;
  readonly shared: boolean;
}

/** What a host that accepts machines can still be sold. A machine never spans two hosts. */
export interface HostStock {
  readonly free: { readonly gpus: number } & Room;
  /** What on-demand servers may have: free, being left, or held by spot servers. */
  readonly onDemand: { readonly gpus: number } & Room;
  readonly disks: DiskRoom;
}

/** By slug of the GPU model; a model without a host that accepts machines is missing. */
export type Stock = ReadonlyMap<string, readonly HostStock[]>;

/** Whether a GPU is named twice; all GPUs of a model by vendor and product is a name that every place of a host may share. */
export function gpusNamedTwice(devices: readonly (string | null)[]): boolean {
  const named = devices.filter((device) => device !== null);
  return new Set(named.map((device) => device.toLowerCase())).size < named.length && !named.every(isWholeKind);
}

/** Whether one host has all that the plan needs. Spot takes what is free; on demand also takes what spot servers have. */
export function hasRoomFor(stock: Stock, plan: PlanSizes & Pick<Plan, 'gpuModel' | 'gpuCount' | 'spot'>): boolean {
  return (stock.get(plan.gpuModel) ?? []).some((host) => {
    const has = plan.spot ? host.free : host.onDemand;
    return has.gpus >= plan.gpuCount && machineFits(has, plan) && disksFit(host.disks, plan);
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
