import { BACKUP_MONTHLY_MICROS } from '@boreal/contract/servers/backups.ts';
import { HOURS_PER_MONTH } from '@boreal/contract/billing/billing.ts';
import { prorate, type Micros } from '@boreal/contract/values/money.ts';
import type { Price } from '../core/money/catalog/plan.ts';
import type { Shop, ShopPlan } from './shop.ts';

export const HOURS_A_DAY = 24;
export const DAYS_A_MONTH = 31;

/** A plan sold on demand at a public price, with its spot version if there is one. */
export interface CalculatedPlan {
  readonly plan: ShopPlan;
  readonly price: Price;
  readonly spotPrice: Price | null;
  readonly spotPlanId: string | null;
}

/** What a visitor asked for, limited to what fits in a month. */
export interface Usage {
  readonly hours: number;
  readonly days: number;
  readonly backups: boolean;
}

/** One way to pay, and its cost for a month, before tax. */
export interface WayToPay {
  readonly kind: 'hourly' | 'spot' | 'monthly' | 'annual';
  readonly serverMicros: Micros;
  readonly backupMicros: Micros;
  readonly totalMicros: Micros;
  /** The cheapest of those that are never interrupted. */
  readonly cheapest: boolean;
}

export function calculatedPlans({ models }: Shop): CalculatedPlan[] {
  return models.flatMap(({ plans }) =>
    plans.flatMap((plan) => {
      if (plan.spot || plan.price === null || plan.state === 'soon' || plan.state === 'on_request') return [];
      const spot = plans.find((other) => other.spot && other.gpuCount === plan.gpuCount && other.price !== null && other.state !== 'soon');
      return [{ plan, price: plan.price, spotPrice: spot?.price ?? null, spotPlanId: spot?.id ?? null }];
    }),
  );
}

/** Parses the query; invalid values count as absent. Default: a server that never stops. */
export function usageOf(query: URLSearchParams): Usage {
  return {
    hours: wholeOf(query.get('hours'), HOURS_A_DAY),
    days: wholeOf(query.get('days'), DAYS_A_MONTH),
    backups: query.get('backups') === 'on',
  };
}

function wholeOf(text: string | null, most: number): number {
  const value = /^\d{1,3}$/.test(text ?? '') ? Number(text) : most;
  return Math.min(Math.max(value, 1), most);
}

/** What a month of that use costs in every way that the plan is sold. Between uses the server is hibernated, which costs nothing. */
export function waysToPay({ price, spotPrice, plan }: CalculatedPlan, { hours, days, backups }: Usage): WayToPay[] {
  const billed = BigInt(hours * days);
  const hourly = (of: Price) => ({ serverMicros: of.hourlyMicros * billed, backupMicros: backups ? backupOf(billed) : 0n });
  const term = (micros: Micros | null) =>
    micros === null || plan.hourlyOnly ? null : { serverMicros: micros, backupMicros: backups ? BACKUP_MONTHLY_MICROS : 0n };
  const ways = [
    { kind: 'hourly', amounts: hourly(price) },
    { kind: 'spot', amounts: spotPrice && hourly(spotPrice) },
    { kind: 'monthly', amounts: term(price.monthlyMicros) },
    { kind: 'annual', amounts: term(price.annualMicros) },
  ] as const;
  const offered = ways.flatMap(({ kind, amounts }) =>
    amounts ? [{ kind, ...amounts, totalMicros: amounts.serverMicros + amounts.backupMicros }] : [],
  );
  const least = offered.filter(({ kind }) => kind !== 'spot').reduce((a, b) => (b.totalMicros < a.totalMicros ? b : a));
  return offered.map((way) => ({ ...way, cheapest: way === least }));
}

/** The console's query parameters that deploy the server as calculated: its plan, or the spot one, and its term. */
export function toDeploy({ plan, spotPlanId }: CalculatedPlan, { kind }: Pick<WayToPay, 'kind'>): URLSearchParams {
  const isTerm = kind === 'monthly' || kind === 'annual';
  return new URLSearchParams({
    model: plan.gpuModel,
    plan: kind === 'spot' ? (spotPlanId ?? plan.id) : plan.id,
    ...(isTerm && { cycle: kind }),
  });
}

/** An hour costs a 730th of the monthly price, and a month never costs more than it. */
function backupOf(billed: bigint): Micros {
  const pieced = billed * prorate(BACKUP_MONTHLY_MICROS, 1n, BigInt(HOURS_PER_MONTH));
  return pieced < BACKUP_MONTHLY_MICROS ? pieced : BACKUP_MONTHLY_MICROS;
}

/**
 * From how many hours a month a monthly term is cheaper than paying by the hour; null if there is no such term, or no month is long enough.
 */
export function breakEvenHours({ plan, price }: CalculatedPlan): number | null {
  if (plan.hourlyOnly || price.monthlyMicros === null || price.hourlyMicros === 0n) return null;
  const hours = Number(price.monthlyMicros / price.hourlyMicros) + 1;
  return hours > HOURS_A_DAY * DAYS_A_MONTH ? null : hours;
}
