import type { Flavor } from '@boreal/contract/catalog.ts';
import { hasRoomFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/stock.store.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import type { Plan } from '../../money/catalog/plan.ts';
import { DEFAULT_REGION } from '../../money/catalog/regions.ts';

/** The machine sizes of the catalog: a size is sold on demand, as spot, or both, and is the same machine. */
export async function listFlavors(ctx: CustomerCtx): Promise<Flavor[]> {
  const db = ctx.db.sql;
  const [plans, stock] = await Promise.all([listPlans(db), stockByModel(db, { region: DEFAULT_REGION })]);
  const sizes = Map.groupBy(plans, (plan) => `${plan.gpuModel}-x${plan.gpuCount}`);
  return [...sizes].flatMap(([id, sold]) =>
    sold.slice(0, 1).map((plan) => flavor(id, plan, { sold, inStock: sold.some((each) => hasRoomFor(stock, each)) })),
  );
}

function flavor(id: string, plan: Plan, seen: { sold: readonly Plan[]; inStock: boolean }): Flavor {
  return {
    id,
    name: id,
    gpuModel: plan.modelName,
    gpuCount: plan.gpuCount,
    gpuMemoryGb: plan.memoryGb,
    vcores: plan.vcores,
    ram: plan.ramGb,
    storage: plan.storageGb,
    storageType: plan.storageType,
    localStorage: plan.localStorageGb,
    region: DEFAULT_REGION,
    stockAvailable: seen.inStock,
    productIds: seen.sold.map((each) => each.id),
  };
}
