import { z } from 'zod';
import { SPEND_DAYS_MAX, SpendByDay } from '../../billing.ts';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { AccountBudget, SetAccountBudgetRequest } from '../../console.ts';
import { endpoint } from '../../endpoint.ts';

export const getAccountBudget = endpoint('GET', '/budget', {
  ...memberReads,
  needs: 'billing.read',
  takes: {},
  data: AccountBudget,
  summary: 'Limits and what is spent',
});

export const setAccountBudget = endpoint('PUT', '/budget', {
  ...memberChanges,
  needs: 'billing.write',
  takes: { body: SetAccountBudgetRequest },
  data: AccountBudget,
  errors: ['INVALID_REQUEST'],
  summary: 'Set or lift the monthly and the daily limit',
});

export const getSpendByDay = endpoint('GET', '/spend-by-day', {
  ...memberReads,
  needs: 'billing.read',
  takes: { query: z.object({ days: z.coerce.number().int().min(1).max(SPEND_DAYS_MAX).optional() }) },
  data: SpendByDay,
  errors: ['INVALID_REQUEST'],
  summary: 'What each of the last days cost',
});
