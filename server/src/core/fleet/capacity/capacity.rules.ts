import { isWholeKind } from '@boreal/contract/gpu-hardware.ts';
import type { Plan } from '../../money/catalog/plan.ts';

/** GPUs of one model on hosts that accept machines. A machine never spans two hosts. */
export interface ModelStock {
  /** The most free GPUs on any one host. */
  readonly largestFree: number;
  readonly totalFree: number;
  /** The most GPUs on any one host that on-demand servers may have: free, being left, or held by spot servers. */
  readonly largestOnDemand: number;
}

/** By slug of the GPU model; a model without a host that accepts machines is missing. */
export type Stock = ReadonlyMap<string, ModelStock>;

/** Whether a GPU is named twice; all GPUs of a model by vendor and product is a name that every place of a host may share. */
export function gpusNamedTwice(devices: readonly (string | null)[]): boolean {
  const named = devices.filter((device) => device !== null);
  return new Set(named.map((device) => device.toLowerCase())).size < named.length && !named.every(isWholeKind);
}

/** Whether one host has all the GPUs of the plan. Spot takes what is free; on demand also takes spot servers' GPUs. */
export function hasRoomFor(stock: Stock, plan: Pick<Plan, 'gpuModel' | 'gpuCount' | 'spot'>): boolean {
  const model = stock.get(plan.gpuModel);
  return (model?.[plan.spot ? 'largestFree' : 'largestOnDemand'] ?? 0) >= plan.gpuCount;
}
