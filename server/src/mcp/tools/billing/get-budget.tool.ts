import { IdText } from '@boreal/contract/values/ids.ts';
import { z } from 'zod';
import { requireOwnServer } from '../../../core/fleet/servers/views/find-own-server.ts';
import { defineTool } from '../../define-tool.ts';
import { BudgetAnswer, budgetNow, tellBudget } from './budget-answer.ts';

export const getBudget = defineTool({
  name: 'svc_get_budget',
  group: 'billing',
  title: 'Get budgets',
  description: 'Spending limits of the account, and of a server when named, with what is spent.',
  input: z.strictObject({ serverId: IdText.optional() }),
  output: BudgetAnswer,
  run: async (ctx, { serverId }) => {
    if (serverId !== undefined) await requireOwnServer(ctx, { serverId });
    return budgetNow(ctx, serverId);
  },
  tell: tellBudget,
});
