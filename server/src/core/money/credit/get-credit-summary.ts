import { toCadBalance } from '@boreal/contract/values/money.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { readCredit } from '../ledger/ledger.store.ts';

/** The balance alone. */
export async function getCreditSummary(ctx: CustomerCtx): Promise<{ balance: number; currency: 'CAD' }> {
  return { balance: toCadBalance(await readCredit(ctx.db.sql, ctx.accountId)), currency: 'CAD' };
}
