import { hasRoomFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/stock.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import { priceByPlan } from '../../money/prices/price-in-force.store.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';
import { DEFAULT_REGION } from '../../money/catalog/regions.ts';

export interface PlanRow extends Plan {
  readonly listPrice: Price | null;
  readonly inStock: boolean;
}

/** Every plan as stored, with the list price in force. For operators. */
export async function listPlanRows(ctx: Ctx): Promise<PlanRow[]> {
  const db = ctx.db.sql;
  const [plans, prices, stock] = await Promise.all([
    listPlans(db),
    priceByPlan(db, { accountId: null, at: ctx.clock.now() }),
    stockByModel(db, { region: DEFAULT_REGION }),
  ]);
  return plans.map((plan) => ({ ...plan, listPrice: prices.get(plan.id) ?? null, inStock: hasRoomFor(stock, plan) }));
}
