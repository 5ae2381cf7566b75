import { Credits, SpendByDay, AccountTransaction } from '@boreal/contract/billing.ts';
import { AccountBudget, SetAccountBudgetRequest } from '@boreal/contract/console.ts';
import { AutoReload, SetAutoReloadRequest } from '@boreal/contract/payments.ts';
import type { Language } from '@boreal/contract/language.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callConsole, callPage, queryText } from './call.ts';
import { underAccount } from './paths.ts';

/** Balance, what an hour costs now, and how long the balance lasts. */
export const creditsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'credits'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/credits?limit=1'), Credits, { signal }),
    refetchInterval: 30_000,
  });

/** What moved the credit, the newest first. */
export const listTransactions = (accountId: string, cursor: string | null) =>
  callPage(underAccount(accountId, '/transactions'), AccountTransaction, { cursor });

/** Where the browser gets the transactions as a file. */
export const transactionsFile = (accountId: string, query: { from?: string | undefined; to?: string | undefined; language: Language }) =>
  `/api/console${underAccount(accountId, '/transactions.csv')}${queryText(query)}`;

/** What each of the last days cost, by Toronto's calendar. */
export const spendByDayQuery = (accountId: string, days: number) =>
  queryOptions({
    queryKey: [accountId, 'spend-by-day', days],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, `/spend-by-day?days=${days}`), SpendByDay, { signal }),
    staleTime: 60_000,
  });

export const budgetQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'budget'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/budget'), AccountBudget, { signal }),
  });

export const setBudget = (accountId: string, body: z.infer<typeof SetAccountBudgetRequest>) =>
  callConsole(underAccount(accountId, '/budget'), AccountBudget, { method: 'PUT', takes: SetAccountBudgetRequest, body });

export const autoReloadQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'auto-reload'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/auto-reload'), AutoReload, { signal }),
    refetchInterval: 30_000,
  });

export const setAutoReload = (accountId: string, body: SetAutoReloadRequest) =>
  callConsole(underAccount(accountId, '/auto-reload'), AutoReload, { method: 'PUT', takes: SetAutoReloadRequest, body });
