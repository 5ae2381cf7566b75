import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findPlan, lockPlan } from './catalog.store.ts';
import { lockModel } from './models.store.ts';
import type { Plan } from './plan.ts';
import { reinstatePlan as reinstate, retirePlans } from './plans.store.ts';

/**
 * Takes a plan out of the catalog: nobody sees or buys it any more. Its servers continue, and can be restored and renewed, at their prices.
 * Another plan may then have the same GPUs. For operators.
 */
export function retirePlan(ctx: Ctx, { planId }: { planId: string }): Promise<Plan> {
  return ctx.transact(async (tx) => {
    const plan = await lockPlan(tx, planId);
    if (!plan) throw notFound('plan');
    if (plan.retiredAt !== null) return plan;
    const retiredAt = ctx.clock.now();
    await retirePlans(tx, { planId }, retiredAt);
    await recordAudit(tx, ctx, { accountId: null, action: 'plan.retired', target: planId });
    return { ...plan, retiredAt, purchasable: false };
  });
}

/** Puts a retired plan back into the catalog, not yet offered. For operators. */
export function reinstatePlan(ctx: Ctx, { planId }: { planId: string }): Promise<Plan> {
  return ctx.transact(async (tx) => {
    const { gpuModel } = (await findPlan(tx, planId)) ?? {};
    if (gpuModel === undefined) throw notFound('plan');
    // The model first, as everywhere: its plans are added, retired and reinstated one after another.
    const model = await lockModel(tx, gpuModel);
    const found = await lockPlan(tx, planId);
    if (!found) throw notFound('plan');
    if (found.retiredAt === null) return found;
    if (model?.retiredAt !== null) throw invalidRequest('plan', catalogSentences.modelIsRetired(gpuModel));
    if (!(await reinstate(tx, found))) throw invalidRequest('plan', catalogSentences.planReplaced(planId));
    await recordAudit(tx, ctx, { accountId: null, action: 'plan.reinstated', target: planId });
    return { ...found, retiredAt: null };
  });
}
