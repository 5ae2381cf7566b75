import { z } from 'zod';
import { SPEND_DAYS_MAX, SpendByDay } from '../../billing/billing.ts';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { AccountBudget, HibernatedDisks, SetAccountBudgetRequest } from '../../billing/budgets.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { Forecast } from '../../billing/forecast.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });
const write = endpointRows({ ...memberChanges, needs: 'billing.write' });

export const getAccountBudget = read.get('/budget', 'Limits and what is spent', { takes: {}, data: AccountBudget });

export const setAccountBudget = write.put('/budget', 'Set or lift the monthly and the daily limit', {
  takes: { body: SetAccountBudgetRequest },
  data: AccountBudget,
  errors: ['INVALID_REQUEST'],
});

export const getHibernatedDisks = read.get('/hibernated-disks', 'What hibernated servers keep, and how much they may', {
  takes: {},
  data: HibernatedDisks,
});

export const getSpendByDay = read.get('/spend-by-day', 'What each of the last days cost', {
  takes: { query: z.object({ days: z.coerce.number().int().min(1).max(SPEND_DAYS_MAX).optional() }) },
  data: SpendByDay,
  errors: ['INVALID_REQUEST'],
});

export const getForecast = read.get('/forecast', 'What this month comes to at the present rate', { takes: {}, data: Forecast });
