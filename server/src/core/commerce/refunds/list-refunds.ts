import type { Ctx } from '../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { selectRefunds, type RefundRow } from './refunds.store.ts';

/** Refunds and disputes, newest first; optionally of one account. For operators. */
export function listRefunds(ctx: Ctx, input: PageInput & { accountId?: string | undefined } = {}): Promise<Page<RefundRow>> {
  const { accountId } = input;
  return pageById('refund', input, (lastId, limit) => selectRefunds(ctx.db.sql, { accountId, before: lastId ?? null, limit }));
}
