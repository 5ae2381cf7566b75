import { hasRoomFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/places/stock.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listEveryPlan } from '../../money/catalog/catalog.store.ts';
import { priceByPlan } from '../../money/prices/price-in-force.store.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';
import { requireRegion } from '../../money/catalog/regions/require-region.ts';

export interface PlanRow extends Plan {
  readonly listPrice: Price | null;
  readonly inStock: boolean;
}

/** Every plan as stored, including retired ones, with the list price in force and the stock of the default region. For operators. */
export async function listPlanRows(ctx: Ctx): Promise<PlanRow[]> {
  const db = ctx.db.sql;
  const { id: region } = await requireRegion(db, undefined);
  const [plans, prices, stock] = await Promise.all([
    listEveryPlan(db),
    priceByPlan(db, { accountId: null, at: ctx.clock.now() }),
    stockByModel(db, { region }),
  ]);
  return plans.map((plan) => ({ ...plan, listPrice: prices.get(plan.id) ?? null, inStock: hasRoomFor(stock, plan) }));
}
