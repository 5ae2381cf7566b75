import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listEveryPlan } from '../../money/catalog/catalog.store.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';
import { findPrice, priceByPlan } from '../../money/prices/price-in-force.store.ts';
import { listPricesSetSince } from '../../money/prices/prices.store.ts';
import { differsFar, undercuts, undercutsItsHours } from './price-change.rules.ts';

export interface PriceChange {
  readonly plan: Plan;
  /** Whose own price; null: the list price. */
  readonly accountId: string | null;
  readonly validFrom: Date;
  readonly price: Price;
}

/**
 * Whether a price is too far from what was paid for one operator to set it alone: from the price that it replaces, from those in
 * force now and a day ago, and from any set since, so that many small steps in a day count as one. A first price is compared with
 * what a GPU of the model costs in other plans, retired ones too, or retiring them would free their prices, and a first monthly or
 * annual one with what its hours come to: it may not be much cheaper.
 */
export async function changesPriceTooMuch(tx: Tx, ctx: Ctx, change: PriceChange): Promise<boolean> {
  const percent = ctx.rules.priceAlonePercent;
  if (percent === null || ctx.actor.type !== 'operator') return false;
  const { plan, accountId, validFrom, price } = change;
  const now = ctx.clock.now();
  const aDayAgo = addMs(now, -DAY_MS);
  const inForce: Price[] = [];
  for (const at of [validFrom, now, aDayAgo]) {
    const found = await findPrice(tx, { planId: plan.id, accountId, at });
    if (found) inForce.push(found);
  }
  const earlier = [...inForce, ...(await listPricesSetSince(tx, { planId: plan.id, accountId, since: aDayAgo }))];
  if (undercutsItsHours(price, { earlier, percent })) return true;
  if (earlier.length > 0) return earlier.some((from) => differsFar(price, { from, percent }));
  const listed = await priceByPlan(tx, { accountId: null, at: now });
  const first = { hourlyMicros: price.hourlyMicros, gpuCount: plan.gpuCount };
  return (await listEveryPlan(tx)).some((sibling) => {
    const of = listed.get(sibling.id);
    if (sibling.id === plan.id || sibling.gpuModel !== plan.gpuModel || sibling.spot !== plan.spot || !of) return false;
    return undercuts(first, { other: { hourlyMicros: of.hourlyMicros, gpuCount: sibling.gpuCount }, percent });
  });
}
