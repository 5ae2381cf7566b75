import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { MODEL_SLUG } from '@boreal/contract/shop/limits.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readPciIds } from './model.rules.ts';
import { insertModel, makeRoomAt, type ModelRow } from './models.store.ts';

export interface NewModel {
  /** Used in the addresses of its pages and the ids of its plans: `rtx-4090`, `h100-mig-1g.10gb`. */
  readonly slug: string;
  /** The name that people read: `RTX 4090`. */
  readonly name: string;
  /** Per GPU. */
  readonly memoryGb: number;
  /** Its position in the catalog, from 0; null: last. */
  readonly position: number | null;
  /** The `vendor:product` ids of its cards on the PCI bus, if Boreal does not know them already. */
  readonly pciIds: readonly string[];
}

/** Adds a GPU model. It is shown once it has a plan. For operators. */
export function addModel(ctx: Ctx, input: NewModel): Promise<ModelRow> {
  return ctx.transact(async (tx) => {
    if (!MODEL_SLUG.test(input.slug)) throw invalidRequest('slug', catalogSentences.modelSlug);
    if (input.position !== null) await makeRoomAt(tx, input.position);
    const model = await insertModel(tx, { ...input, pciIds: readPciIds(input.pciIds) });
    if (!model) throw invalidRequest('slug', catalogSentences.modelTaken(input.slug));
    const { slug: target, name, memoryGb, position, pciIds } = model;
    await recordAudit(tx, ctx, { accountId: null, action: 'model.added', target, detail: { name, memoryGb, position, pciIds } });
    return model;
  });
}
