import { readBurnRate } from '../credit/burn-rate.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../../ground/page.ts';
import { selectAccounts, type AccountWithCredit } from './accounts.store.ts';

export interface AccountListing extends AccountWithCredit {
  /** What the account's running hourly servers cost per hour, micro-CAD. */
  readonly burnMicros: bigint;
}

/** Accounts with their credit and hourly cost, oldest first; optionally only those that match a search. For operators. */
export async function listAccounts(
  ctx: Ctx,
  input: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<Page<AccountListing>> {
  const limit = input.limit ?? LIST_MAX;
  const at = ctx.clock.now();
  const after = input.cursor === undefined ? '' : decodeIdCursor(input.cursor, 'account');
  const rows = await selectAccounts(ctx.db.sql, { after, limit: limit + 1, search: input.search });
  const { items, nextCursor } = page(rows, limit, (row) => row.id);
  const rates = await Promise.all(items.map((row) => readBurnRate(ctx.db.sql, { accountId: row.id, at })));
  return { items: items.map((row, i) => ({ ...row, burnMicros: rates[i] ?? 0n })), nextCursor };
}
