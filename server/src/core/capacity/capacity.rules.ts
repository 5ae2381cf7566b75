import type { Plan } from '../catalog/plan.ts';

/** Free cards of one model on hosts that accept machines. */
export interface ModelStock {
  /** The most on any one host: a machine never spans two. */
  readonly largestFree: number;
  readonly totalFree: number;
}

/** By slug of the GPU model; a model without a free card is missing. */
export type Stock = ReadonlyMap<string, ModelStock>;

/** Whether one host has all the cards of the plan. Spot machines take from the same cards as the others. */
export function hasRoomFor(stock: Stock, plan: Pick<Plan, 'gpuModel' | 'gpuCount'>): boolean {
  return (stock.get(plan.gpuModel)?.largestFree ?? 0) >= plan.gpuCount;
}
