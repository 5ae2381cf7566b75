import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findDefaultImage, lockPlan } from './catalog.store.ts';
import { requireSize, sizeOf } from './plan-size.rules.ts';
import type { Plan, PlanSize } from './plan.ts';
import { isPlanUsed, updatePlanSize } from './plans.store.ts';

/** The sizes to change. */
export type SizeChange = { readonly [K in keyof PlanSize]?: PlanSize[K] | undefined };

/**
 * Changes the sizes of a plan that is not offered and from which no server was ever made; omitted sizes keep their values. A plan that
 * customers have keeps its sizes: add another one to replace it. For operators.
 */
export function changePlan(ctx: Ctx, { planId, ...sizes }: { planId: string } & SizeChange): Promise<Plan> {
  return ctx.transact(async (tx) => {
    const plan = await lockPlan(tx, planId);
    if (!plan) throw notFound('plan');
    if (plan.purchasable) throw invalidRequest('plan', catalogSentences.planIsOffered(planId));
    if (await isPlanUsed(tx, planId)) throw invalidRequest('plan', catalogSentences.planIsUsed(planId));
    const size = {
      vcores: sizes.vcores ?? plan.vcores,
      ramGb: sizes.ramGb ?? plan.ramGb,
      storageGb: sizes.storageGb ?? plan.storageGb,
      storageType: sizes.storageType ?? plan.storageType,
      localStorageGb: sizes.localStorageGb ?? plan.localStorageGb,
    };
    requireSize(size, await findDefaultImage(tx));
    await updatePlanSize(tx, { planId, size });
    const detail = { before: sizeOf(plan), after: size };
    await recordAudit(tx, ctx, { accountId: null, action: 'plan.changed', target: planId, detail });
    return { ...plan, ...size };
  });
}
