import { ServerBudget } from '@boreal/contract/billing/billing.ts';
import { toCad, toCadOrNull } from '@boreal/contract/values/money.ts';
import { z } from 'zod';
import { getAccountBudget } from '../../../core/money/budgets/get-account-budget.ts';
import { getServerBudget } from '../../../core/fleet/servers/views/get-server-budget.ts';
import type { CustomerCtx } from '../../../core/ground/ctx.ts';

/** Limits and what counts against them; those of one server if it is named. */
export const BudgetAnswer = z.object({
  account: ServerBudget.shape.account,
  server: ServerBudget.pick({ serverId: true, monthlyLimit: true, spentThisMonth: true, remaining: true, state: true }).optional(),
});

export async function budgetNow(ctx: CustomerCtx, serverId: string | undefined): Promise<z.infer<typeof BudgetAnswer>> {
  const budget = await getAccountBudget(ctx, { accountId: ctx.accountId });
  const account = {
    monthlyLimit: toCadOrNull(budget.monthLimitMicros),
    spentThisMonth: toCad(budget.monthSpentMicros),
    dailyLimit: toCadOrNull(budget.dayLimitMicros),
    spentToday: toCad(budget.daySpentMicros),
  };
  return serverId === undefined ? { account } : { account, server: await getServerBudget(ctx, { serverId }) };
}

export function tellBudget({ account, server }: z.infer<typeof BudgetAnswer>): string {
  const of = (limit: number | null) => (limit === null ? 'no limit' : `${limit} CAD`);
  const month = `Account: ${account.spentThisMonth} CAD this month of ${of(account.monthlyLimit)}.`;
  return server === undefined ? month : `${month} ${server.serverId}: ${server.spentThisMonth} CAD of ${of(server.monthlyLimit)}.`;
}
