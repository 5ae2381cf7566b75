import { Transaction } from '@boreal/contract/billing/billing.ts';
import { z } from 'zod';
import { getCredits } from '../../../core/money/credit/get-credits.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, nextCursor, PAGE_DEFAULT, pageFields } from '../../fields.ts';

export const listTransactions = defineTool({
  name: 'svc_list_transactions',
  group: 'billing',
  title: 'List transactions',
  description: 'What moved the credit, newest first.',
  input: z.strictObject(pageFields),
  output: z.object({ transactions: z.array(Transaction), nextCursor }),
  run: async (ctx, { limit = PAGE_DEFAULT, cursor }) => {
    const { credits, nextCursor: next } = await getCredits(ctx, { locale: ctx.locale, limit, cursor });
    return { transactions: credits.transactions, nextCursor: next };
  },
  tell: ({ transactions, nextCursor: cursor }) => counted(transactions.length, 'transaction', cursor),
});
