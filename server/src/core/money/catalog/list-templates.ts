import type { Template } from '@boreal/contract/agents.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { selectImages } from './catalog.store.ts';

/** What a new server can be set up as: the images that bring software with them, and what it is. */
export async function listTemplates(ctx: CustomerCtx): Promise<Template[]> {
  const images = await selectImages(ctx.db.sql);
  return images.flatMap(({ id, name, labels, isDefault }) =>
    labels.length > 0 ? [{ id, name, imageId: id, software: labels, default: isDefault }] : [],
  );
}
