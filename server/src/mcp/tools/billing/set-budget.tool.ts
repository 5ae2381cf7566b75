import { fromCad } from '@boreal/contract/values/money.ts';
import { AmountCad } from '@boreal/contract/values/amounts.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { z } from 'zod';
import { setAccountBudget } from '../../../core/money/budgets/set-account-budget.ts';
import { setServerBudget } from '../../../core/fleet/servers/set-server-budget.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { defineTool } from '../../define-tool.ts';
import { BudgetAnswer, budgetNow, tellBudget } from './budget-answer.ts';

const Limit = AmountCad.min(0).max(1e6).optional();

export const setBudget = defineTool({
  name: 'svc_set_budget',
  group: 'billing',
  title: 'Lower a budget',
  description: 'Set or lower a limit in CAD, of the account or of a server (monthly only). Raising needs a person in the console.',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ serverId: IdText.optional(), monthlyLimit: Limit, dailyLimit: Limit }),
  output: BudgetAnswer,
  run: async (ctx, { serverId, monthlyLimit, dailyLimit }) => {
    if (monthlyLimit === undefined && dailyLimit === undefined) throw nothingAsked();
    const month = monthlyLimit === undefined ? {} : { monthLimitMicros: fromCad(monthlyLimit) };
    if (serverId === undefined) {
      const day = dailyLimit === undefined ? {} : { dayLimitMicros: fromCad(dailyLimit) };
      await setAccountBudget(ctx, { accountId: ctx.accountId, ...month, ...day, onlyLower: true });
    } else {
      if (dailyLimit !== undefined || monthlyLimit === undefined) throw onlyMonthly();
      await setServerBudget(ctx, { serverId, monthLimitMicros: fromCad(monthlyLimit), onlyLower: true });
    }
    return budgetNow(ctx, serverId);
  },
  tell: tellBudget,
});

function nothingAsked() {
  return invalidRequest('monthlyLimit', {
    en: 'Name monthlyLimit or dailyLimit, in CAD.',
    fr: 'Indiquez monthlyLimit ou dailyLimit, en CAD.',
  });
}

function onlyMonthly() {
  return invalidRequest('dailyLimit', {
    en: 'A server has a monthly limit only. Name monthlyLimit.',
    fr: 'Un serveur n’a qu’une limite mensuelle. Indiquez monthlyLimit.',
  });
}
