import type { RegionInfo } from '@boreal/contract/shop/catalog.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { selectRegions } from './regions.store.ts';

/** The regions servers can be deployed in, the default first. `available`: a host there accepts machines. */
export async function listRegions(ctx: Ctx): Promise<RegionInfo[]> {
  const regions = await selectRegions(ctx.db.sql);
  return regions.map(({ id, name, country, province, timezone, isDefault, open, spot, ipv6 }) => ({
    id,
    name,
    country,
    province,
    timezone,
    default: isDefault,
    available: open,
    features: { spot, backups: true, ipv6 },
  }));
}
