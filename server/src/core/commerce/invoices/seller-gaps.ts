import type { SellerGap } from '@boreal/contract/operator/oversight.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import { registrationsOn } from '../../money/tax/registrations.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findCompany } from './company.store.ts';

/**
 * What documents should say about the seller but do not: Canada's tax authorities require a name, an address and the tax registration
 * numbers. Missing details stop nothing; the operator is told.
 */
export async function listSellerGaps(ctx: Ctx): Promise<readonly SellerGap[]> {
  const db = ctx.db.sql;
  const company = await findCompany(db);
  const registered = new Set((await registrationsOn(db, dateOf(ctx.clock.now()))).map(({ tax }) => tax));
  const gaps: readonly (readonly [SellerGap, boolean])[] = [
    ['name', company === null],
    ['address', !company?.addressLine1 || !company.city || !company.postalCode],
    ['email', !company?.email],
    ['gst_hst_number', !registered.has('GST_HST')],
    // Quebec's sales tax is charged to its customers wherever the seller is; only a seller located there is sure to be registered for it.
    ['qst_number', company?.province === 'QC' && !registered.has('QST')],
  ];
  return gaps.flatMap(([gap, missing]) => (missing ? [gap] : []));
}
