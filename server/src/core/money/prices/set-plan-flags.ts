import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockPlan, updatePlanFlags } from '../catalog/catalog.store.ts';
import { isPriced } from './prices.store.ts';
import type { Plan } from '../catalog/plan.ts';

/**
 * Sets whether a plan is offered (`purchasable`), deployed without a person (`autoProvisioning`) and publicly priced (`priceOnRequest`). A
 * plan without any price is not sold. Running servers are not affected. For operators.
 */
export function setPlanFlags(
  ctx: Ctx,
  input: {
    planId: string;
    purchasable?: boolean | undefined;
    autoProvisioning?: boolean | undefined;
    priceOnRequest?: boolean | undefined;
  },
): Promise<Plan> {
  return ctx.transact(async (tx) => {
    const { planId, purchasable, autoProvisioning, priceOnRequest } = input;
    const plan = await lockPlan(tx, planId);
    if (!plan) throw notFound('plan');
    const flags = {
      purchasable: purchasable ?? plan.purchasable,
      autoProvisioning: autoProvisioning ?? plan.autoProvisioning,
      priceOnRequest: priceOnRequest ?? plan.priceOnRequest,
    };
    if (flags.purchasable && plan.retiredAt !== null) throw invalidRequest('purchasable', catalogSentences.planIsRetired(planId));
    if (flags.priceOnRequest && flags.autoProvisioning) {
      throw invalidRequest('autoProvisioning', catalogSentences.onRequestNotOnline);
    }
    const sold = flags.purchasable && !flags.priceOnRequest;
    if (sold && !(await isPriced(tx, { planId, after: ctx.clock.now(), withoutAccountId: null }))) {
      throw invalidRequest('priceOnRequest', catalogSentences.planHasNoPrice(planId));
    }
    await updatePlanFlags(tx, { planId, flags });
    const before = { purchasable: plan.purchasable, autoProvisioning: plan.autoProvisioning, priceOnRequest: plan.priceOnRequest };
    await recordAudit(tx, ctx, { accountId: null, action: 'plan.changed', target: planId, detail: { before, after: flags } });
    return { ...plan, ...flags };
  });
}
