import { notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { requirePlace, type Place } from './region.rules.ts';
import { clearDefaultRegion, lockRegion, lockRegions, updateRegion, type RegionRow } from './regions.store.ts';

/** Changes a region's details, or makes it the default; omitted fields keep their values. For operators. */
export function changeRegion(
  ctx: Ctx,
  { regionId, makeDefault, ...said }: { regionId: string; makeDefault?: true | undefined } & { [K in keyof Place]?: Place[K] | undefined },
): Promise<RegionRow> {
  return ctx.transact(async (tx) => {
    if (makeDefault) await lockRegions(tx);
    const before = await lockRegion(tx, regionId);
    if (!before) throw notFound('region');
    const after = {
      ...before,
      name: said.name ?? before.name,
      country: said.country ?? before.country,
      province: said.province ?? before.province,
      timezone: said.timezone ?? before.timezone,
      ipv6: said.ipv6 ?? before.ipv6,
      isDefault: before.isDefault || makeDefault === true,
    };
    requirePlace(after);
    if (after.isDefault && !before.isDefault) await clearDefaultRegion(tx);
    await updateRegion(tx, after);
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'region.changed',
      target: regionId,
      detail: { before: told(before), after: told(after) },
    });
    return after;
  });
}

function told({ id: _id, ...facts }: RegionRow) {
  return facts;
}
