import type { Sql } from '../../../db/connect.ts';
import type { Clock } from '../../../kit/clock.ts';
import { isOnRequest } from '../../money/catalog/catalog.rules.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import { priceByPlan } from '../../money/prices/price-in-force.store.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';

/** A GPU model with its sizes, in the catalog's order: fewest GPUs first, on demand before spot. */
export interface PublicModel {
  readonly slug: string;
  readonly name: string;
  readonly memoryGb: number;
  readonly plans: readonly PublicPlan[];
}

export interface PublicPlan extends Plan {
  /** The list price in force; null if on request. */
  readonly price: Price | null;
}

/** Public: the sizes for sale and their list prices. For what can be deployed now, see `publicAvailability`. */
export async function publicCatalog(db: Sql, clock: Clock): Promise<PublicModel[]> {
  const [plans, prices] = await Promise.all([listPlans(db), priceByPlan(db, { accountId: null, at: clock.now() })]);
  const priced = plans.map((plan) => {
    const price = prices.get(plan.id) ?? null;
    return { ...plan, price: isOnRequest(plan, price) ? null : price };
  });
  return [...Map.groupBy(priced, ({ gpuModel }) => gpuModel)].map(([slug, of]) => ({
    slug,
    name: of[0]?.modelName ?? slug,
    memoryGb: of[0]?.memoryGb ?? 0,
    plans: of,
  }));
}
