import type { PublicAvailability } from '@boreal/contract/shop/catalog.ts';
import type { Sql } from '../../../db/connect.ts';
import type { Clock } from '../../../kit/clock.ts';
import { hasRoomFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/places/stock.store.ts';
import { eligibilityOf, isOnRequest } from '../../money/catalog/catalog.rules.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import { priceByPlan } from '../../money/prices/price-in-force.store.ts';
import { requireRegion } from '../../money/catalog/regions/require-region.ts';

/** Public: which plans can be deployed online now in a region, without prices. @throws INVALID_REQUEST no such region */
export async function publicAvailability(db: Sql, clock: Clock, asked?: string): Promise<PublicAvailability> {
  const now = clock.now();
  const { id: region } = await requireRegion(db, asked);
  const [plans, prices, stock] = await Promise.all([
    listPlans(db),
    priceByPlan(db, { accountId: null, at: now }),
    stockByModel(db, { region }),
  ]);
  const sizes = plans.map((plan) => {
    const price = prices.get(plan.id) ?? null;
    const available = eligibilityOf(plan, { price, inStock: hasRoomFor(stock, plan) }) === 'deployable';
    const size = { id: plan.id, gpuCount: plan.gpuCount, spot: plan.spot, available, priceOnRequest: isOnRequest(plan, price) };
    return { slug: plan.gpuModel, name: plan.modelName, size };
  });
  const models = Map.groupBy(sizes, ({ slug }) => slug);
  return {
    region,
    updatedAt: now.toISOString(),
    models: [...models].map(([slug, of]) => ({ slug, name: of[0]?.name ?? slug, sizes: of.map(({ size }) => size) })),
  };
}
