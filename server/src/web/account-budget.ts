import { BILLING_TIMEZONE } from '@boreal/contract/billing.ts';
import type { AccountBudget } from '@boreal/contract/console.ts';
import { fromCad, toCad } from '@boreal/contract/money.ts';
import { getAccountBudget } from '../core/money/budgets/get-account-budget.ts';
import type { Ctx } from '../core/ground/ctx.ts';

/** What an account may spend and has spent, as its owner and the operators read it. */
export async function tellAccountBudget(ctx: Ctx, accountId: string): Promise<AccountBudget> {
  const budget = await getAccountBudget(ctx, { accountId });
  return {
    currency: 'CAD',
    monthlyLimit: cadOrNull(budget.monthLimitMicros),
    spentThisMonth: toCad(budget.monthSpentMicros),
    dailyLimit: cadOrNull(budget.dayLimitMicros),
    spentToday: toCad(budget.daySpentMicros),
    timezone: BILLING_TIMEZONE,
  };
}

const cadOrNull = (micros: bigint | null) => (micros === null ? null : toCad(micros));
export const microsOrNull = (cad: number | null) => (cad === null ? null : fromCad(cad));
