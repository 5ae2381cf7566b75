import * as accounts from '@boreal/contract/endpoints/operator/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
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
