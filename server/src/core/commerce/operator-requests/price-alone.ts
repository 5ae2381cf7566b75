import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listEveryPlan } from '../../money/catalog/catalog.store.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';
import { findPrice, priceByPlan } from '../../money/prices/price-in-force.store.ts';
import { listPricesSetSince } from '../../money/prices/prices.store.ts';
import { comparable, differsFar, undercuts, undercutsItsHours } from './price-change.rules.ts';

export interface PriceChange {
  readonly plan: Plan;
  /** Whose own price; null: the list price. */
  readonly accountId: string | null;
  readonly validFrom: Date;
  readonly price: Price;
  /** The list prices that come while it is in force, if it is an account's own. */
  readonly beside: readonly Price[];
}

/**
 * Whether a price is too far from what was paid for one operator to set it alone: from the price that it replaces, from those in
 * force now and a day ago, and from any set since, so that many small steps in a day count as one. A first price is compared with
 * what a GPU of the model costs in other plans, retired ones too, or retiring them would free their prices: in those that are spot or
 * not as it is, or in the others where there are none. A first monthly or annual one is compared with what its hours come to. Neither
 * may be much cheaper. An account's own is also compared with the list prices that are dated while it lasts: it may be as everybody's
 * today, and half of it next week.
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
  if (earlier.length > 0) return [...earlier, ...change.beside].some((from) => differsFar(price, { from, percent }));
  const listed = await priceByPlan(tx, { accountId: null, at: now });
  const first = { hourlyMicros: price.hourlyMicros, gpuCount: plan.gpuCount };
  const siblings = (await listEveryPlan(tx)).flatMap(({ id, gpuModel, gpuCount, spot }) => {
    const of = id === plan.id || gpuModel !== plan.gpuModel ? undefined : listed.get(id);
    return of ? [{ hourlyMicros: of.hourlyMicros, gpuCount, spot }] : [];
  });
  return comparable(siblings, plan).some((other) => undercuts(first, { other, percent }));
}
