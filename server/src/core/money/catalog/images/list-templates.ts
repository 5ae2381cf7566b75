import type { Template } from '@boreal/contract/agents/agents.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { selectImages } from '../catalog.store.ts';

/** Templates for a new server: the images that contain software, and which. */
export async function listTemplates(ctx: CustomerCtx): Promise<Template[]> {
  const images = await selectImages(ctx.db.sql);
  return images.flatMap(({ id, name, labels, isDefault }) =>
    labels.length > 0 ? [{ id, name, imageId: id, software: labels, default: isDefault }] : [],
  );
}
