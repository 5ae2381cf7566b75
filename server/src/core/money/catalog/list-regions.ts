import type { RegionInfo } from '@boreal/contract/catalog.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { regions } from './regions.ts';

/** The regions servers can be deployed in. */
export async function listRegions(_ctx: CustomerCtx): Promise<RegionInfo[]> {
  return [...regions];
}
