import type { Image } from '@boreal/contract/catalog.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { selectImages } from './catalog.store.ts';
import { DEFAULT_REGION } from './regions.ts';

/** The operating systems a server can start with, default first. */
export async function listImages(ctx: CustomerCtx): Promise<Image[]> {
  const rows = await selectImages(ctx.db.sql);
  return rows.map(({ isDefault, engineName: _engine, createdAt: _created, ...image }) => ({
    ...image,
    default: isDefault,
    region: DEFAULT_REGION,
  }));
}
