import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { requireActive } from '../ledger/require-active.ts';
import type { LockedAccount } from '../ledger/locked-account.store.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { findServerBudget, sumServerMonth } from './server-budgets.store.ts';
import { capReached } from '../ledger/spending.rules.ts';

/**
 * Checks anything that costs money, in the transaction that spends: the account must be neither closed nor suspended, no budget may be
 * exceeded, and the credit must cover it. `forHour`: it is an hour of a server.
 * @throws ACCOUNT_CLOSED · ACCOUNT_SUSPENDED · BUDGET_CAP_REACHED · INSUFFICIENT_CREDITS
 */
export async function requireSpendable(
  tx: Tx,
  account: LockedAccount,
  input: { serverId: string | null; amountMicros: bigint; forHour: boolean; at: Date },
): Promise<void> {
  const { amountMicros, forHour, at } = input;
  const asked = { requiredMicros: amountMicros, ...(forHour && { hourMicros: amountMicros }) };
  const { credit } = account;
  requireActive(account);
  const cap = capReached(credit, amountMicros, at);
  if (cap !== null) throw new AppError('BUDGET_CAP_REACHED', { cap: cap === 'monthly' ? 'account month' : 'account day', ...asked });
  if (input.serverId !== null && (await serverCapReached(tx, { serverId: input.serverId, amountMicros, at }))) {
    throw new AppError('BUDGET_CAP_REACHED', { cap: 'server month', serverId: input.serverId, ...asked });
  }
  if (credit.balanceMicros < amountMicros) {
    throw new AppError('INSUFFICIENT_CREDITS', { ...asked, balanceMicros: credit.balanceMicros });
  }
}

/**
 * Whether an amount that begins at `at` would exceed the server's own monthly limit. A meter that catches up reaches hours of a month
 * before the counted one, and then computes that month's total.
 */
export async function serverCapReached(tx: Tx, input: { serverId: string; amountMicros: bigint; at: Date }): Promise<boolean> {
  const budget = await findServerBudget(tx, input.serverId);
  if (!budget) return false;
  const month = billingMonth(input.at);
  const counted = budget.monthStart.getTime() === month.start.getTime() ? budget.monthSpentMicros : 0n;
  const spent = budget.monthStart > month.start ? await sumServerMonth(tx, { serverId: input.serverId, month }) : counted;
  return spent + input.amountMicros > budget.monthLimitMicros;
}
