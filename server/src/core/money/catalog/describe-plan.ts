import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findPlan, lockPlansOf } from './catalog.store.ts';
import { lockModel } from './models.store.ts';
import type { Plan, PlanHardware } from './plan.ts';
import { updatePlanHardware } from './plans.store.ts';

/** The declarations to change; null removes one. */
export type HardwareChange = { readonly [K in keyof PlanHardware]?: PlanHardware[K] | undefined };

/**
 * Declares the hardware of a plan, besides its sizes, or of every plan of its GPU model that is not retired; omitted fields keep their
 * values. Unlike a size, it is no part of what a server is, and may be changed for a plan that customers have. For operators.
 */
export function describePlan(ctx: Ctx, input: { planId: string; everySize?: boolean | undefined } & HardwareChange): Promise<Plan[]> {
  const { planId, everySize = false, ...change } = input;
  return ctx.transact(async (tx) => {
    const { gpuModel } = (await findPlan(tx, planId)) ?? {};
    if (gpuModel === undefined) throw notFound('plan');
    await lockModel(tx, gpuModel);
    const described: Plan[] = [];
    for (const plan of await lockPlansOf(tx, gpuModel)) {
      if (plan.id !== planId && (!everySize || plan.retiredAt !== null)) continue;
      const before = { cpuModel: plan.cpuModel, network: plan.network };
      const hardware = {
        cpuModel: change.cpuModel === undefined ? plan.cpuModel : change.cpuModel,
        network: change.network === undefined ? plan.network : change.network,
      };
      await updatePlanHardware(tx, { planId: plan.id, hardware });
      await recordAudit(tx, ctx, { accountId: null, action: 'plan.described', target: plan.id, detail: { before, after: hardware } });
      described.push({ ...plan, ...hardware });
    }
    return described;
  });
}
