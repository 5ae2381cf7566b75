import { AccountTransaction } from '@boreal/contract/billing.ts';
import { AccountBudget, Done, Members, SetAccountBudgetRequest } from '@boreal/contract/console.ts';
import {
  CreditDecision,
  CreditMoved,
  CreditRequest,
  OperatorAccount,
  OperatorAccountDetail,
  CreditAccountRequest,
  DebitAccountRequest,
} from '@boreal/contract/operator.ts';
import { SuspendAccountRequest, AccountSuspension } from '@boreal/contract/oversight.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole, callPage } from '../call.ts';
import { operatorPath } from './path.ts';

export const loadAccounts = (input: { search?: string | undefined; cursor: string | null }) =>
  callPage(operatorPath('/accounts'), OperatorAccount, { cursor: input.cursor, query: { search: input.search } });

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId],
    queryFn: ({ signal }) => callConsole(operatorPath('/accounts', accountId), OperatorAccountDetail, { signal }),
  });

export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId, 'members'],
    queryFn: ({ signal }) => callConsole(operatorPath('/accounts', accountId, '/members'), Members, { signal }),
  });

export const loadTransactions = (accountId: string, cursor: string | null) =>
  callPage(operatorPath('/accounts', accountId, '/transactions'), AccountTransaction, { cursor, limit: 20 });

export const creditAccount = (accountId: string, body: z.input<typeof CreditAccountRequest>) =>
  callConsole(operatorPath('/accounts', accountId, '/credit'), CreditMoved, { method: 'POST', takes: CreditAccountRequest, body });

export const debitAccount = (accountId: string, body: z.input<typeof DebitAccountRequest>) =>
  callConsole(operatorPath('/accounts', accountId, '/debit'), CreditMoved, { method: 'POST', takes: DebitAccountRequest, body });

export const creditRequestsQuery = queryOptions({
  queryKey: ['operator', 'credit-requests'],
  queryFn: ({ signal }) => callConsole(operatorPath('/credit-requests'), z.array(CreditRequest), { signal }),
});

export const decideCreditRequest = (id: string, decision: z.infer<typeof CreditDecision>['decision']) =>
  callConsole(operatorPath('/credit-requests', id), Done, { method: 'POST', takes: CreditDecision, body: { decision } });

export const setAccountBudget = (accountId: string, body: z.input<typeof SetAccountBudgetRequest>) =>
  callConsole(operatorPath('/accounts', accountId, '/budget'), AccountBudget, { method: 'PUT', takes: SetAccountBudgetRequest, body });

export const suspendAccount = (accountId: string, reason: string) =>
  callConsole(operatorPath('/accounts', accountId, '/suspend'), AccountSuspension, {
    method: 'POST',
    takes: SuspendAccountRequest,
    body: { reason },
  });

export const reactivateAccount = (accountId: string) =>
  callConsole(operatorPath('/accounts', accountId, '/reactivate'), AccountSuspension, { method: 'POST' });
