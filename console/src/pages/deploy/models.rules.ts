import type { Flavor, GpuPlan } from '@boreal/contract/shop/catalog.ts';
import type { PlanFacts } from '@boreal/contract/shop/plan-facts.ts';

/** A GPU for sale, and its sizes. */
export interface Model {
  readonly name: string;
  readonly memoryGb: number | null;
  /** GB/s of its memory; null if it is not known. */
  readonly bandwidth: number | null;
  readonly plans: readonly GpuPlan[];
  /** The lowest hourly price on demand; null if there is none. */
  readonly fromHourly: number | null;
  /** The lowest of a spot plan; null if there is none. */
  readonly spotHourly: number | null;
  /** The lowest for a month that is paid ahead; null if it is sold by the hour only. */
  readonly fromMonthly: number | null;
  readonly stock: 'in' | 'out' | 'request';
}

/** Plans by their GPU, in the catalog's order; what is not for sale at all is omitted. */
export function modelsOf(
  plans: readonly GpuPlan[],
  { flavors, facts }: { flavors: readonly Flavor[]; facts: readonly PlanFacts[] },
): Model[] {
  const sold = plans.filter(({ eligibility }) => eligibility !== 'disabled');
  return [...Map.groupBy(sold, ({ gpuModel }) => gpuModel)].map(([name, ofModel]) => {
    return {
      name,
      memoryGb: flavors.find(({ gpuModel }) => gpuModel === name)?.gpuMemoryGb ?? null,
      bandwidth: facts.find(({ planId }) => ofModel.some(({ id }) => id === planId))?.gpuBandwidth ?? null,
      plans: ofModel.toSorted((a, b) => a.gpuCount - b.gpuCount),
      fromHourly: lowest(ofModel.filter(({ spot }) => !spot)),
      spotHourly: lowest(ofModel.filter(({ spot }) => spot)),
      fromMonthly: leastOf(ofModel.map(({ pricing, hourlyOnly }) => (hourlyOnly ? null : (pricing?.monthly ?? null)))),
      stock: stockOf(ofModel),
    };
  });
}

function lowest(plans: readonly GpuPlan[]): number | null {
  return leastOf(plans.map(({ pricing }) => pricing?.hourly ?? null));
}

function leastOf(prices: readonly (number | null)[]): number | null {
  const known = prices.filter((price) => price !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The default plan of a GPU: the smallest available on demand, else the smallest of all. */
export function firstPlan({ plans }: Model): GpuPlan | undefined {
  return (
    plans.find(({ eligibility, spot }) => eligibility === 'deployable' && !spot) ??
    plans.find(({ eligibility }) => eligibility === 'deployable') ??
    plans.find(({ spot }) => !spot) ??
    plans[0]
  );
}

/** The plan of the same GPU with this many GPUs, spot or not; null if there is none. */
export function planOf({ plans }: Model, wanted: { gpuCount: number; spot: boolean }): GpuPlan | null {
  return plans.find(({ gpuCount, spot }) => gpuCount === wanted.gpuCount && spot === wanted.spot) ?? null;
}

/** What is available instead, now: nearest in price first. */
export function availableInstead(plans: readonly GpuPlan[], wanted: GpuPlan): GpuPlan[] {
  const price = ({ pricing }: GpuPlan) => pricing?.hourly ?? 0;
  const distance = (plan: GpuPlan) => Math.abs(price(plan) - price(wanted));
  return plans
    .filter(({ eligibility, id, spot }) => eligibility === 'deployable' && id !== wanted.id && (wanted.spot || !spot))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, 4);
}

function stockOf(plans: readonly GpuPlan[]): Model['stock'] {
  if (plans.some(({ eligibility }) => eligibility === 'deployable')) return 'in';
  return plans.every(({ eligibility }) => eligibility === 'contact') ? 'request' : 'out';
}
