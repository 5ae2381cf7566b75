import * as accounts from '@boreal/contract/endpoints/operator/accounts.ts';
import type { AccountStanding } from '@boreal/contract/operator/operator.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../call.ts';

interface AccountsAsked {
  readonly search?: string | undefined;
  readonly standing?: AccountStanding | undefined;
  readonly cursor: string | null;
}

export const loadAccounts = ({ cursor, ...query }: AccountsAsked) => callPage(accounts.listAccounts, { cursor, query });

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
