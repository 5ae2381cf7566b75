import type { SetAccountBudgetRequest } from '@boreal/contract/console.ts';
import * as accounts from '@boreal/contract/endpoints/operator/accounts.ts';
import * as creditRequests from '@boreal/contract/endpoints/operator/credit-requests.ts';
import type { CreditAccountRequest, CreditDecision, DebitAccountRequest } from '@boreal/contract/operator.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, callPage } from '../call.ts';

export const loadAccounts = ({ search, cursor }: { search?: string | undefined; cursor: string | null }) =>
  callPage(accounts.listAccounts, { cursor, query: { search } });

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId],
    queryFn: ({ signal }) => call(accounts.getAccount, { params: { accountId }, signal }),
  });

export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId, 'members'],
    queryFn: ({ signal }) => call(accounts.listAccountMembers, { params: { accountId }, signal }),
  });

export const loadTransactions = (accountId: string, cursor: string | null) =>
  callPage(accounts.listAccountTransactions, { params: { accountId }, cursor, limit: 20 });

export const creditAccount = (accountId: string, body: z.input<typeof CreditAccountRequest>) =>
  call(accounts.creditAccount, { params: { accountId }, body });

export const debitAccount = (accountId: string, body: z.input<typeof DebitAccountRequest>) =>
  call(accounts.debitAccount, { params: { accountId }, body });

export const creditRequestsQuery = queryOptions({
  queryKey: ['operator', 'credit-requests'],
  queryFn: ({ signal }) => call(creditRequests.listCreditRequests, { signal }),
});

export const decideCreditRequest = (approvalId: string, decision: z.infer<typeof CreditDecision>['decision']) =>
  call(creditRequests.decideCreditRequest, { params: { approvalId }, body: { decision } });

export const setAccountBudget = (accountId: string, body: z.input<typeof SetAccountBudgetRequest>) =>
  call(accounts.setAnyAccountBudget, { params: { accountId }, body });

export const suspendAccount = (accountId: string, reason: string) =>
  call(accounts.suspendAccount, { params: { accountId }, body: { reason } });

export const reactivateAccount = (accountId: string) => call(accounts.reactivateAccount, { params: { accountId } });
