import { Credits } from '@boreal/contract/billing/billing.ts';
import { z } from 'zod';
import { readBalance } from '../../../core/money/credit/read-balance.ts';
import { defineTool } from '../../define-tool.ts';

export const getBalance = defineTool({
  name: 'svc_get_balance',
  group: 'billing',
  title: 'Get the credit balance',
  description: 'Credit in CAD, what runs cost an hour, and how long it lasts.',
  input: z.strictObject({}),
  output: Credits.omit({ transactions: true }),
  run: (ctx) => readBalance(ctx),
  tell: ({ balance, burnRatePerHour }) => `${balance} CAD; ${burnRatePerHour} CAD an hour now.`,
});
