import { invalidArgument, notFound } from '../../kit/errors.ts';
import type { Ctx } from '../ctx.ts';
import { lockPlan, updatePlanFlags } from './catalog.store.ts';
import type { Plan } from './plan.ts';

/**
 * Says whether a plan is offered (`purchasable`), deployed without a person (`autoProvisioning`) and priced in public
 * (`priceOnRequest`). Servers that run on it are not touched. For operators.
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
    if (flags.priceOnRequest && flags.autoProvisioning) {
      throw invalidArgument('autoProvisioning', 'A plan priced on request is never deployed online. Give it a price first.');
    }
    await updatePlanFlags(tx, { planId, flags });
    return { ...plan, ...flags };
  });
}
