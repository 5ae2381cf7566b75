import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { saveCompany, type CompanyRow } from './company.store.ts';

/** Sets the seller shown on new documents; omitted fields keep their values. Issued documents stay as they are. For operators. */
export function setCompany(ctx: Ctx, change: { readonly [K in keyof CompanyRow]?: CompanyRow[K] | undefined }): Promise<CompanyRow> {
  return ctx.transact(async (tx) => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const company = await saveCompany(tx, given, ctx.clock.now());
    await recordAudit(tx, ctx, { accountId: null, action: 'company.set', target: null, detail: given });
    return company;
  });
}
