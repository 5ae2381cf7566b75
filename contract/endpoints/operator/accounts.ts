import { z } from 'zod';
import { AccountTransaction } from '../../billing.ts';
import { operatorChanges, operatorReads, SearchText } from '../../console-rows.ts';
import { AccountBudget, Members, SetAccountBudgetRequest } from '../../console.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { CreditAccountRequest, CreditMoved, DebitAccountRequest, OperatorAccount, OperatorAccountDetail } from '../../operator.ts';
import { AccountSuspension, SuspendAccountRequest } from '../../oversight.ts';
import { PageQuery } from '../../pages.ts';

const params = z.object({ accountId: IdText });

export const listAccounts = list('/accounts', {
  ...operatorReads,
  takes: { query: PageQuery.extend({ search: SearchText }) },
  of: OperatorAccount,
  summary: 'Accounts, the oldest first; only those that a search finds where given',
});

export const getAccount = endpoint('GET', '/accounts/:accountId', {
  ...operatorReads,
  takes: { params },
  data: OperatorAccountDetail,
  errors: ['NOT_FOUND'],
  summary: 'One account',
});

export const listAccountTransactions = list('/accounts/:accountId/transactions', {
  ...operatorReads,
  takes: { params, query: PageQuery },
  of: AccountTransaction,
  speaks: true,
  errors: ['NOT_FOUND'],
  summary: "What moved an account's credit, the newest first",
});

export const setAnyAccountBudget = endpoint('PUT', '/accounts/:accountId/budget', {
  ...operatorChanges,
  takes: { params, body: SetAccountBudgetRequest },
  data: AccountBudget,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Set or lift the monthly and the daily limit of an account',
});

export const suspendAccount = endpoint('POST', '/accounts/:accountId/suspend', {
  ...operatorChanges,
  takes: { params, body: SuspendAccountRequest },
  data: AccountSuspension,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Keep an account from spending and starting anything; its people are told the reason',
});

export const reactivateAccount = endpoint('POST', '/accounts/:accountId/reactivate', {
  ...operatorChanges,
  takes: { params },
  data: AccountSuspension,
  errors: ['NOT_FOUND'],
  summary: 'Let a suspended account spend again',
});

export const listAccountMembers = endpoint('GET', '/accounts/:accountId/members', {
  ...operatorReads,
  takes: { params },
  data: Members,
  errors: ['NOT_FOUND'],
  summary: 'Who belongs to an account',
});

export const creditAccount = endpoint('POST', '/accounts/:accountId/credit', {
  ...operatorChanges,
  takes: { params, body: CreditAccountRequest },
  data: CreditMoved,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT'],
  summary: 'Give credit; once for each key',
});

export const debitAccount = endpoint('POST', '/accounts/:accountId/debit', {
  ...operatorChanges,
  takes: { params, body: DebitAccountRequest },
  data: CreditMoved,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_CREDITS', 'IDEMPOTENCY_CONFLICT'],
  summary: 'Take credit back, never more than there is; once for each key',
});
