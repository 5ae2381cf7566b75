import type { Flavor } from '@boreal/contract/shop/catalog.ts';
import { hasRoomFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/places/stock.store.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import type { Plan } from '../../money/catalog/plan.ts';
import { sizeOf } from '../../money/catalog/plan-size.rules.ts';
import { requireRegion } from '../../money/catalog/regions/require-region.ts';

/** The machine sizes of the catalog: a size is sold on demand, as spot, or both, and is the same machine. */
export async function listFlavors(ctx: CustomerCtx, asked: { region?: string | undefined } = {}): Promise<Flavor[]> {
  const db = ctx.db.sql;
  const { id: region } = await requireRegion(db, asked.region);
  const [plans, stock] = await Promise.all([listPlans(db), stockByModel(db, { region })]);
  const sizes = Map.groupBy(plans, (plan) => JSON.stringify([plan.gpuModel, plan.gpuCount, sizeOf(plan)]));
  const taken = new Set<string>();
  return [...sizes.values()].flatMap((sold) =>
    sold.slice(0, 1).map((plan) => {
      const usual = `${plan.gpuModel}-x${plan.gpuCount}`;
      // A spot plan may be a different machine than the on-demand plan.
      const id = taken.has(usual) ? plan.id : usual;
      taken.add(id);
      return flavor(id, plan, { region, sold, inStock: sold.some((each) => hasRoomFor(stock, each)) });
    }),
  );
}

function flavor(id: string, plan: Plan, seen: { region: string; sold: readonly Plan[]; inStock: boolean }): Flavor {
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
    region: seen.region,
    stockAvailable: seen.inStock,
    productIds: seen.sold.map((each) => each.id),
  };
}
