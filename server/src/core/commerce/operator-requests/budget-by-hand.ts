import { toCadOrNull } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../kit/errors.ts';
import { joining, type Ctx } from '../../ground/ctx.ts';
import { raisedBy } from '../../money/budgets/loosens.rules.ts';
import { setAccountBudget } from '../../money/budgets/set-account-budget.ts';
import { tryLockAccount } from '../../money/ledger/locked-account.store.ts';
import { raisesTooMuch } from '../second-operator/alone.ts';
import { askSecond } from '../second-operator/ask-second.ts';

/** Micro-CAD; null: no limit; omitted: unchanged. */
export interface BudgetByHand {
  readonly accountId: string;
  readonly monthLimitMicros?: bigint | null;
  readonly dayLimitMicros?: bigint | null;
}

/**
 * As setAccountBudget, by an operator. If they raise what a customer may spend by more than one operator may do alone, or lift the limit,
 * asks another operator instead. Returns the request's id; null: it is done.
 */
export function setBudgetByHand(ctx: Ctx, input: BudgetByHand): Promise<string | null> {
  const { accountId, ...after } = input;
  return ctx.transact(async (tx) => {
    const account = await tryLockAccount(tx, accountId);
    if (!account) throw notFound('account');
    const before = account.credit;
    if (!(await raisesTooMuch(tx, ctx, raisedBy(before, after)))) {
      await setAccountBudget(joining(ctx, tx), input);
      return null;
    }
    const deed = {
      kind: 'budget',
      accountId,
      before: inCad(before),
      after: inCad({ ...before, ...after }),
    } as const;
    return askSecond(tx, ctx, { deed, amountMicros: null, key: null, basis: basisOf(before) });
  });
}

/** The limits that a request was made from. */
export function basisOf(limits: { monthLimitMicros: bigint | null; dayLimitMicros: bigint | null }): string {
  return `${limits.monthLimitMicros ?? ''}/${limits.dayLimitMicros ?? ''}`;
}

function inCad({ monthLimitMicros: month, dayLimitMicros: day }: { monthLimitMicros: bigint | null; dayLimitMicros: bigint | null }) {
  return { monthlyLimit: toCadOrNull(month), dailyLimit: toCadOrNull(day) };
}
