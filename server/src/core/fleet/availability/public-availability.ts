import type { PublicAvailability } from '@boreal/contract/catalog.ts';
import type { Sql } from '../../../db/connect.ts';
import type { Clock } from '../../../kit/clock.ts';
import { hasRoomFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/stock.store.ts';
import { eligibilityOf, isOnRequest } from '../../money/catalog/catalog.rules.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import { priceByPlan } from '../../money/prices/price-in-force.store.ts';
import { DEFAULT_REGION } from '../../money/catalog/regions.ts';

/** Public: which plans can be deployed online now, without prices. */
export async function publicAvailability(db: Sql, clock: Clock): Promise<PublicAvailability> {
  const now = clock.now();
  const [plans, prices, stock] = await Promise.all([
    listPlans(db),
    priceByPlan(db, { accountId: null, at: now }),
    stockByModel(db, { region: DEFAULT_REGION }),
  ]);
  const sizes = plans.map((plan) => {
    const price = prices.get(plan.id) ?? null;
    const available = eligibilityOf(plan, { price, inStock: hasRoomFor(stock, plan) }) === 'deployable';
    const size = { id: plan.id, gpuCount: plan.gpuCount, spot: plan.spot, available, priceOnRequest: isOnRequest(plan, price) };
    return { slug: plan.gpuModel, name: plan.modelName, size };
  });
  const models = Map.groupBy(sizes, ({ slug }) => slug);
  return {
    region: DEFAULT_REGION,
    updatedAt: now.toISOString(),
    models: [...models].map(([slug, of]) => ({ slug, name: of[0]?.name ?? slug, sizes: of.map(({ size }) => size) })),
  };
}
