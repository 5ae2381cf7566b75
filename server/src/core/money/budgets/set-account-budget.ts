import { recordAudit } from '../../ground/audit/record-audit.ts';
import { setLimits } from '../ledger/ledger.store.ts';
import { tryLockAccount } from '../ledger/locked-account.store.ts';
import { loosens, raisedBy } from './loosens.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { AppError, notFound } from '../../../kit/errors.ts';

/**
 * Sets or lifts (null) an account's monthly and daily limit, micro-CAD; omitted limits keep their values. Raising a limit restarts nothing
 * by itself; lowering one takes effect at the end of the hours already paid. `onlyLower`: for an agent, which may tighten a limit but not
 * loosen it. @throws NOT_FOUND · PERMISSION_DENIED
 */
export async function setAccountBudget(
  ctx: Ctx,
  input: { accountId: string; monthLimitMicros?: bigint | null; dayLimitMicros?: bigint | null; onlyLower?: boolean },
): Promise<void> {
  const { accountId, onlyLower = false, ...limits } = input;
  await ctx.transact(async (tx) => {
    const account = await tryLockAccount(tx, accountId);
    if (!account) throw notFound('account');
    const { monthLimitMicros, dayLimitMicros } = account.credit;
    const raisedMicros = raisedBy(account.credit, limits);
    if (onlyLower && (loosens(monthLimitMicros, limits.monthLimitMicros) || loosens(dayLimitMicros, limits.dayLimitMicros))) {
      throw new AppError('PERMISSION_DENIED', { who: 'agent', need: 'raise', limit: 'budget' });
    }
    await setLimits(tx, account, limits);
    await recordAudit(tx, ctx, {
      accountId,
      action: 'account_budget.set',
      target: accountId,
      detail: { ...textOf(limits), ...textOf({ raisedMicros }) },
    });
  });
}

/** Limits as the audit log stores them: micro-CAD as text. */
function textOf(amounts: Readonly<Record<string, bigint | null>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(amounts).map(([name, micros]) => [name, micros === null ? null : String(micros)]));
}
