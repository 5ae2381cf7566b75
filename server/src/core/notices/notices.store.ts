import type { Tx } from '../../db/connect.ts';
import type { JsonObject } from '../../db/rows.gen.ts';
import { newId } from '../../kit/ids.ts';
import type { Ctx } from '../ctx.ts';

/** What a customer is told by mail. */
export type NoticeKind = 'low_credit' | 'credit_exhausted' | 'budget_reached' | 'preempted';

/** Writes down, with the transaction that makes it true, that a customer must be told something by mail. */
export async function recordNotice(
  tx: Tx,
  ctx: Ctx,
  notice: { accountId: string; kind: NoticeKind; serverId: string | null; data: JsonObject },
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insertInto('notices')
    .values({ id: newId('notice', now), ...notice, data: JSON.stringify(notice.data), createdAt: now })
    .execute();
}
