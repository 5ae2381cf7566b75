import type { Ctx } from '../../ground/ctx.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../../ground/page.ts';
import { selectRefunds, type RefundRow } from './refunds.store.ts';

/** Refunds and disputes, newest first; optionally of one account. For operators. */
export async function listRefunds(
  ctx: Ctx,
  input: { accountId?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<Page<RefundRow>> {
  const limit = input.limit ?? LIST_MAX;
  const before = input.cursor === undefined ? null : decodeIdCursor(input.cursor, 'refund');
  const rows = await selectRefunds(ctx.db.sql, { accountId: input.accountId, before, limit: limit + 1 });
  return page(rows, limit, (row) => row.id);
}
