import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readPciIds } from './model.rules.ts';
import { lockModel, makeRoomAt, updateModel, type ModelRow } from './models.store.ts';

/** Changes a model's name, memory, position or PCI ids; omitted fields keep their values. For operators. */
export function changeModel(
  ctx: Ctx,
  input: {
    slug: string;
    name?: string | undefined;
    memoryGb?: number | undefined;
    position?: number | undefined;
    pciIds?: readonly string[] | undefined;
  },
): Promise<ModelRow> {
  return ctx.transact(async (tx) => {
    const model = await lockModel(tx, input.slug);
    if (!model) throw notFound('model');
    const { name, memoryGb, position, pciIds } = model;
    const before = { name, memoryGb, position, pciIds };
    const after = {
      name: input.name ?? name,
      memoryGb: input.memoryGb ?? memoryGb,
      position: input.position ?? position,
      pciIds: input.pciIds ? readPciIds(input.pciIds) : pciIds,
    };
    if (after.position !== position) await makeRoomAt(tx, after.position);
    await updateModel(tx, { ...model, ...after });
    await recordAudit(tx, ctx, { accountId: null, action: 'model.changed', target: input.slug, detail: { before, after } });
    return { ...model, ...after };
  });
}
