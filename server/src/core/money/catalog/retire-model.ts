import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockModel, updateModel, type ModelRow } from './models.store.ts';
import { retirePlans } from './plans.store.ts';

/** Takes a model and all its plans out of the catalog. Their servers continue at their prices. For operators. */
export function retireModel(ctx: Ctx, { slug }: { slug: string }): Promise<ModelRow> {
  return ctx.transact(async (tx) => {
    const model = await lockModel(tx, slug);
    if (!model) throw notFound('model');
    if (model.retiredAt !== null) return model;
    const retiredAt = ctx.clock.now();
    await updateModel(tx, { ...model, retiredAt });
    const plans = await retirePlans(tx, { gpuModel: slug }, retiredAt);
    await recordAudit(tx, ctx, { accountId: null, action: 'model.retired', target: slug, detail: { plans } });
    return { ...model, retiredAt };
  });
}

/** Puts a model back into the catalog, without plans: reinstate each of them, or add others. For operators. */
export function reinstateModel(ctx: Ctx, { slug }: { slug: string }): Promise<ModelRow> {
  return ctx.transact(async (tx) => {
    const model = await lockModel(tx, slug);
    if (!model) throw notFound('model');
    if (model.retiredAt === null) return model;
    await updateModel(tx, { ...model, retiredAt: null });
    await recordAudit(tx, ctx, { accountId: null, action: 'model.reinstated', target: slug });
    return { ...model, retiredAt: null };
  });
}
