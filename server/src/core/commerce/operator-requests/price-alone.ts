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
  /** The account with its own price; null: the list price. */
  readonly accountId: string | null;
  readonly validFrom: Date;
  readonly price: Price;
  /** For an account's own price: the list prices that come into force while it is in force. */
  readonly beside: readonly Price[];
}

/**
 * Whether a price is too far from what was paid for one operator to set it alone: compares it with the price that it replaces, those in
 * force now and a day ago, and any set since, so that many small steps in a day count as one. A first price is compared with the price per
 * GPU of the model's other plans, including retired ones, or retiring them would free their prices: with plans that are spot or not like
 * this one, or with the others if there are none. A first monthly or annual price is compared with the cost of its hours. Neither may be
 * much lower. An account's own price is also compared with the list prices that are scheduled while it is in force: it may equal today's
 * list price, and be half of next week's.
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
