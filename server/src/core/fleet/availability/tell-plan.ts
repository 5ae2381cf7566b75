import type { OperatorPlan } from '@boreal/contract/operator/operator.ts';
import type { z } from 'zod';
import { eligibilityOf, planName, pricingOf } from '../../money/catalog/catalog.rules.ts';
import { sizeOf } from '../../money/catalog/plan-size.rules.ts';
import type { PlanRow } from './list-plan-rows.ts';

/** A plan as operators read it: its list price, and what customers can do about it now. */
export function tellPlan(plan: PlanRow): z.infer<typeof OperatorPlan> {
  const { id, gpuModel, gpuCount, spot, hourlyOnly, cpuModel, network } = plan;
  const { priceOnRequest, purchasable, autoProvisioning, listPrice, inStock } = plan;
  return {
    id,
    name: planName(plan),
    gpuModel,
    gpuCount,
    spot,
    hourlyOnly,
    ...sizeOf(plan),
    cpuModel,
    network,
    pricing: listPrice === null ? null : pricingOf(listPrice),
    priceOnRequest,
    purchasable,
    autoProvisioning,
    available: inStock,
    eligibility: eligibilityOf(plan, { price: listPrice, inStock }),
    retiredAt: plan.retiredAt?.toISOString() ?? null,
  };
}
