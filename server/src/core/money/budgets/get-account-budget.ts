import { notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findCreditRow } from '../ledger/ledger.store.ts';
import { spentAt, type Limits } from '../ledger/spending.rules.ts';

/** An account's limits and what it has spent in this Toronto month and today, micro-CAD. */
export async function getAccountBudget(
  ctx: Ctx,
  input: { accountId: string },
): Promise<Limits & { monthSpentMicros: bigint; daySpentMicros: bigint }> {
  const credit = await findCreditRow(ctx.db.sql, input.accountId);
  if (!credit) throw notFound('account');
  const { monthLimitMicros, dayLimitMicros } = credit;
  const spent = spentAt(credit, ctx.clock.now());
  return { monthLimitMicros, dayLimitMicros, monthSpentMicros: spent.monthMicros, daySpentMicros: spent.dayMicros };
}
