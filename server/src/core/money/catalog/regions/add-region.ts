import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { REGION_ID } from '@boreal/contract/shop/limits.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { requirePlace, type Place } from './region.rules.ts';
import { clearDefaultRegion, insertRegion, lockRegions, type RegionRow } from './regions.store.ts';

export interface NewRegion extends Place {
  readonly id: string;
  /** Requests that name no region mean this one. */
  readonly isDefault: boolean;
}

/** Adds a region. It sells nothing until it has a pool. For operators. */
export function addRegion(ctx: Ctx, input: NewRegion): Promise<RegionRow> {
  return ctx.transact(async (tx) => {
    if (!REGION_ID.test(input.id)) throw invalidRequest('id', catalogSentences.regionId);
    requirePlace(input);
    await lockRegions(tx);
    if (input.isDefault) await clearDefaultRegion(tx);
    if (!(await insertRegion(tx, input))) throw invalidRequest('id', catalogSentences.regionTaken(input.id));
    const { id: target, ...detail } = input;
    await recordAudit(tx, ctx, { accountId: null, action: 'region.added', target, detail });
    return input;
  });
}
