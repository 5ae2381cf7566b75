import type { PlanFacts } from '@boreal/contract/shop/plan-facts.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import { factsOf } from '../../money/catalog/gpu-facts.rules.ts';

/** The known hardware facts of each plan for sale. Not part of `GET /v1/gpu`, whose shape the specification fixes. */
export async function listPlanFacts(ctx: Ctx): Promise<PlanFacts[]> {
  const plans = await listPlans(ctx.db.sql);
  return plans.map(({ id, gpuModel, modelName, memoryGb, gpuCount, cpuModel, network }) => {
    const gpu = factsOf({ slug: gpuModel, name: modelName, memoryGb });
    return { planId: id, cpuModel, network, gpuBandwidth: gpu?.bandwidth ?? null, gpuLink: gpuCount > 1 ? (gpu?.link ?? null) : null };
  });
}
