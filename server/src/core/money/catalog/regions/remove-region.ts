import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { deleteRegion, lockRegion, isRegionUsed } from './regions.store.ts';

/** Removes a region that is not the default, has no pool and has never had a server. For operators. */
export function removeRegion(ctx: Ctx, { regionId }: { regionId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const region = await lockRegion(tx, regionId);
    if (!region) throw notFound('region');
    if (region.isDefault) throw invalidRequest('region', catalogSentences.regionIsDefault(regionId));
    if (await isRegionUsed(tx, regionId)) throw invalidRequest('region', catalogSentences.regionIsUsed(regionId));
    await deleteRegion(tx, regionId);
    await recordAudit(tx, ctx, { accountId: null, action: 'region.removed', target: regionId, detail: {} });
  });
}
