import type { Price } from '../../money/catalog/plan.ts';

/** Whether any amount of a price differs from that of an earlier one by more than so many percent, up or down. */
export function differsFar(price: Price, { from, percent }: { from: Price; percent: number }): boolean {
  const share = BigInt(Math.round(percent * 100));
  return (['hourlyMicros', 'monthlyMicros', 'annualMicros'] as const).some((name) => {
    const [is, was] = [price[name], from[name]];
    if (is === null || was === null) return false;
    const change = is > was ? is - was : was - is;
    return change * 10_000n > was * share;
  });
}

/** Whether a GPU of a plan costs less than that of another by more than so many percent. */
export function undercuts(plan: PerGpu, { other, percent }: { other: PerGpu; percent: number }): boolean {
  const kept = 10_000n - BigInt(Math.round(percent * 100));
  return plan.hourlyMicros * BigInt(other.gpuCount) * 10_000n < other.hourlyMicros * BigInt(plan.gpuCount) * kept;
}

interface PerGpu {
  readonly hourlyMicros: bigint;
  readonly gpuCount: number;
}
