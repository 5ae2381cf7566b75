import type { RefundStatus } from '@boreal/contract/operator/oversight.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { selectRefunds, type RefundRow } from './refunds.store.ts';

/** Refunds and disputes, newest first; optionally of one account, or of one status. For operators. */
export function listRefunds(
  ctx: Ctx,
  input: PageInput & { accountId?: string | undefined; status?: RefundStatus | undefined } = {},
): Promise<Page<RefundRow>> {
  const { accountId, status } = input;
  return pageById('refund', input, (lastId, limit) => selectRefunds(ctx.db.sql, { accountId, status, before: lastId ?? null, limit }));
}
