import type { Image } from '@boreal/contract/shop/catalog.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { selectImages } from '../catalog.store.ts';
import { requireRegion } from '../regions/require-region.ts';

/** The operating systems that a server can start with, the default first; every region has all of them. */
export async function listImages(ctx: Ctx, asked: { region?: string | undefined } = {}): Promise<Image[]> {
  const [{ id: region }, rows] = await Promise.all([requireRegion(ctx.db.sql, asked.region), selectImages(ctx.db.sql)]);
  return rows.map(({ isDefault, engineName: _engine, createdAt: _created, ...image }) => ({
    ...image,
    default: isDefault,
    region,
  }));
}
