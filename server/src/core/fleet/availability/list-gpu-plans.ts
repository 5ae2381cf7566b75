import type { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { hasRoomFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/places/stock.store.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { describeGpus, eligibilityOf, isOnRequest, planName, pricingOf } from '../../money/catalog/catalog.rules.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import { priceByPlan } from '../../money/prices/price-in-force.store.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';
import { requireRegion } from '../../money/catalog/regions/require-region.ts';

/** Every plan with the caller's own prices and what is in stock in a region now. @throws INVALID_REQUEST no such region */
export async function listGpuPlans(ctx: CustomerCtx, asked: { region?: string | undefined } = {}): Promise<GpuPlan[]> {
  const db = ctx.db.sql;
  const { id: region } = await requireRegion(db, asked.region);
  const [plans, prices, stock] = await Promise.all([
    listPlans(db),
    priceByPlan(db, { accountId: ctx.accountId, at: ctx.clock.now() }),
    stockByModel(db, { region }),
  ]);
  return plans.map((plan) => gpuPlan(plan, { price: prices.get(plan.id) ?? null, inStock: hasRoomFor(stock, plan) }));
}

function gpuPlan(plan: Plan, seen: { price: Price | null; inStock: boolean }): GpuPlan {
  const priceOnRequest = isOnRequest(plan, seen.price);
  return {
    id: plan.id,
    name: planName(plan),
    gpu: describeGpus(plan),
    gpuModel: plan.modelName,
    gpuCount: plan.gpuCount,
    spot: plan.spot,
    hourlyOnly: plan.hourlyOnly,
    specs: {
      vcores: plan.vcores,
      ram: plan.ramGb,
      storage: plan.storageGb,
      storageType: plan.storageType,
      localStorage: plan.localStorageGb,
    },
    pricing: priceOnRequest || seen.price === null ? null : pricingOf(seen.price),
    priceOnRequest,
    available: seen.inStock,
    // Sold on request means never sold online.
    purchasable: plan.purchasable && !priceOnRequest,
    autoProvisioning: plan.autoProvisioning,
    eligibility: eligibilityOf(plan, seen),
  };
}
