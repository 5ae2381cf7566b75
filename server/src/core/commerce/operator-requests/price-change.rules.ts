import { committedPrices } from '../../money/catalog/catalog.rules.ts';
import type { Price } from '../../money/catalog/plan.ts';

/** Whether any amount of a price differs from that of an earlier one by more than `percent`, up or down. */
export function differsFar(price: Price, { from, percent }: { from: Price; percent: number }): boolean {
  const share = BigInt(Math.round(percent * 100));
  return (['hourlyMicros', 'monthlyMicros', 'annualMicros'] as const).some((name) => {
    const [is, was] = [price[name], from[name]];
    if (is === null || was === null) return false;
    const change = is > was ? is - was : was - is;
    return change * 10_000n > was * share;
  });
}

/**
 * Whether a monthly or annual price, for which no earlier price exists, is more than `percent` below the cost of its hours at the usual
 * discount.
 */
export function undercutsItsHours(price: Price, { earlier, percent }: { earlier: readonly Price[]; percent: number }): boolean {
  const usual = committedPrices(price.hourlyMicros);
  return (['monthlyMicros', 'annualMicros'] as const).some((name) => {
    const micros = price[name];
    return micros !== null && earlier.every((from) => from[name] === null) && isBelow(micros, { other: usual[name], percent });
  });
}

/** Whether a plan's price per GPU is more than `percent` below another's. */
export function undercuts(plan: PerGpu, { other, percent }: { other: PerGpu; percent: number }): boolean {
  return isBelow(plan.hourlyMicros * BigInt(other.gpuCount), { other: other.hourlyMicros * BigInt(plan.gpuCount), percent });
}

/** The usual price of spot, in percent of the on-demand price. */
const SPOT_PERCENT = 45n;

/**
 * The priced plans of a model to compare a plan with: spot with spot if there is any, otherwise with its usual share of the on-demand
 * price.
 */
export function comparable(siblings: readonly (PerGpu & { readonly spot: boolean })[], { spot }: { spot: boolean }): readonly PerGpu[] {
  const alike = siblings.filter((one) => one.spot === spot);
  if (alike.length > 0) return alike;
  if (!spot) return siblings;
  return siblings.map(({ hourlyMicros, gpuCount }) => ({ hourlyMicros: (hourlyMicros * SPOT_PERCENT) / 100n, gpuCount }));
}

function isBelow(micros: bigint, { other, percent }: { other: bigint; percent: number }): boolean {
  return micros * 10_000n < other * (10_000n - BigInt(Math.round(percent * 100)));
}

interface PerGpu {
  readonly hourlyMicros: bigint;
  readonly gpuCount: number;
}
