import { Credits } from '@boreal/contract/billing/billing.ts';
import * as billing from '@boreal/contract/endpoints/billing.ts';
import * as budget from '@boreal/contract/endpoints/console/budget.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Balance, hourly cost now, and how long the balance lasts. */
export const creditsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'credits'],
    queryFn: async ({ signal }) => Credits.parse(await call(billing.getCredits, { params: { accountId }, query: { limit: 1 }, signal })),
    refetchInterval: 30_000,
  });

/** The cost of each of the last days, by Toronto's calendar. */
export const spendByDayQuery = (accountId: string, days: number) =>
  queryOptions({
    queryKey: [accountId, 'spend-by-day', days],
    queryFn: ({ signal }) => call(budget.getSpendByDay, { params: { accountId }, query: { days }, signal }),
    staleTime: 60_000,
  });

export const budgetQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'budget'],
    queryFn: ({ signal }) => call(budget.getAccountBudget, { params: { accountId }, signal }),
  });

/** What the month comes to at the current rate. */
export const forecastQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'forecast'],
    queryFn: ({ signal }) => call(budget.getForecast, { params: { accountId }, signal }),
    refetchInterval: 60_000,
  });

/** What the account's hibernated servers keep, and how much they may. */
export const hibernatedDisksQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'hibernated-disks'],
    queryFn: ({ signal }) => call(budget.getHibernatedDisks, { params: { accountId }, signal }),
  });
