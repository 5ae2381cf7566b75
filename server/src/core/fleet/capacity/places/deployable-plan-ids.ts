import type { Sql, Tx } from '../../../../db/connect.ts';
import { eligibilityOf } from '../../../money/catalog/catalog.rules.ts';
import { listPlans } from '../../../money/catalog/catalog.store.ts';
import { priceByPlan } from '../../../money/prices/price-in-force.store.ts';
import { hasRoomFor } from '../capacity.rules.ts';
import { stockByModel } from './stock.store.ts';

/** The plans that can be deployed online now, cheapest first at the account's prices: a 409 offers them as alternatives. */
export async function deployablePlanIds(db: Sql | Tx, input: { accountId: string | null; region: string; at: Date }): Promise<string[]> {
  const plans = await listPlans(db);
  const prices = await priceByPlan(db, input);
  const stock = await stockByModel(db, { region: input.region });
  return plans
    .flatMap((plan) => {
      const price = prices.get(plan.id) ?? null;
      const eligibility = eligibilityOf(plan, { price, inStock: hasRoomFor(stock, plan) });
      return price !== null && eligibility === 'deployable' ? [{ id: plan.id, hourlyMicros: price.hourlyMicros }] : [];
    })
    .toSorted((a, b) => (a.hourlyMicros < b.hourlyMicros ? -1 : a.hourlyMicros > b.hourlyMicros ? 1 : 0))
    .map((plan) => plan.id);
}
