import type { Ctx } from '../../ctx.ts';
import { notFound } from '../../../kit/errors.ts';

/**
 * Sets or lifts (null) an account's monthly and daily limit, micro-CAD; what is left out stays. A raised limit restarts
 * nothing by itself; a lowered one ends at the end of the hours already paid.
 */
export async function setAccountBudget(
  ctx: Ctx,
  input: { accountId: string; monthLimitMicros?: bigint | null; dayLimitMicros?: bigint | null },
): Promise<void> {
  const { accountId, ...limits } = input;
  await ctx.transact(async (tx) => {
    const row = await tx
      .selectFrom('ledgerAccounts')
      .select('id')
      .where('id', '=', accountId)
      .where('kind', '=', 'customer_credit')
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('account');
    if (Object.keys(limits).length > 0) await tx.updateTable('ledgerAccounts').set(limits).where('id', '=', accountId).execute();
  });
}
