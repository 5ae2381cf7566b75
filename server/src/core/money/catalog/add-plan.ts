import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { PLAN_ID } from '@boreal/contract/shop/limits.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findDefaultImage } from './catalog.store.ts';
import { lockModel } from './models.store.ts';
import { requireSize, requireWithin, sizeOf } from './plan-size.rules.ts';
import type { Plan, PlanHardware, PlanSize } from './plan.ts';
import { insertPlan } from './plans.store.ts';

export interface NewPlan extends PlanSize, Partial<PlanHardware> {
  /** Omitted: derived from the GPUs, `rtx-4090-x2-spot`. */
  readonly id?: string | undefined;
  readonly gpuModel: string;
  readonly gpuCount: number;
  readonly spot: boolean;
  /** Not sold by the month or year. Spot never is. */
  readonly hourlyOnly: boolean;
}

/**
 * Adds a plan to the catalog. It is not offered yet: it has no price, and customers must ask for it. Use `setPrice` and `setPlanFlags`
 * next. For operators.
 */
export function addPlan(ctx: Ctx, input: NewPlan): Promise<Plan> {
  return ctx.transact(async (tx) => {
    const { gpuModel, gpuCount, spot } = input;
    const model = await lockModel(tx, gpuModel);
    if (!model || model.retiredAt !== null) throw invalidRequest('gpuModel', catalogSentences.noSuchModel);
    requireWithin(input, 'gpuCount');
    requireSize(input, await findDefaultImage(tx));
    const id = input.id ?? `${gpuModel}-x${gpuCount}${spot ? '-spot' : ''}`;
    if (!PLAN_ID.test(id)) throw invalidRequest('id', catalogSentences.planId);
    const plan = {
      ...input,
      cpuModel: input.cpuModel ?? null,
      network: input.network ?? null,
      id,
      modelName: model.name,
      memoryGb: model.memoryGb,
      hourlyOnly: spot || input.hourlyOnly,
      priceOnRequest: true,
      purchasable: false,
      autoProvisioning: false,
      retiredAt: null,
    };
    if (!(await insertPlan(tx, plan, ctx.clock.now()))) throw invalidRequest('id', catalogSentences.planTaken(id));
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'plan.added',
      target: id,
      detail: { gpuModel, gpuCount, spot, ...sizeOf(plan) },
    });
    return plan;
  });
}
