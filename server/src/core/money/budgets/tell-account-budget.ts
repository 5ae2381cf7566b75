import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import type { AccountBudget, SetAccountBudgetRequest } from '@boreal/contract/billing/budgets.ts';
import { fromCad, toCad, toCadOrNull } from '@boreal/contract/values/money.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ground/ctx.ts';
import { getAccountBudget } from './get-account-budget.ts';
import { setAccountBudget } from './set-account-budget.ts';

/** What an account may spend and has spent, for its owner and the operators. */
export async function readAccountBudget(ctx: Ctx, accountId: string): Promise<AccountBudget> {
  const budget = await getAccountBudget(ctx, { accountId });
  return {
    currency: 'CAD',
    monthlyLimit: toCadOrNull(budget.monthLimitMicros),
    spentThisMonth: toCad(budget.monthSpentMicros),
    dailyLimit: toCadOrNull(budget.dayLimitMicros),
    spentToday: toCad(budget.daySpentMicros),
    timezone: BILLING_TIMEZONE,
  };
}

/** Sets or lifts the limits in the request, and reads all of them again. */
export async function changeAccountBudget(
  ctx: Ctx,
  accountId: string,
  request: z.output<typeof SetAccountBudgetRequest>,
): Promise<AccountBudget> {
  await setAccountBudget(ctx, { accountId, ...limitsOf(request) });
  return readAccountBudget(ctx, accountId);
}

/** The limits in a request, micro-CAD; omits those that it omits. */
export function limitsOf({ monthlyLimit, dailyLimit }: z.output<typeof SetAccountBudgetRequest>) {
  return {
    ...(monthlyLimit !== undefined && { monthLimitMicros: microsOrNull(monthlyLimit) }),
    ...(dailyLimit !== undefined && { dayLimitMicros: microsOrNull(dailyLimit) }),
  };
}
export const microsOrNull = (cad: number | null) => (cad === null ? null : fromCad(cad));
