import { z } from 'zod';
import { AccountTransaction } from '../../billing.ts';
import { AccountClosed, AccountClosing, AccountErased, CloseAccountRequest, EraseAccountRequest } from '../../closing.ts';
import { operatorChanges, operatorReads, SearchText } from '../../console-rows.ts';
import { SetAccountBudgetRequest } from '../../budgets.ts';
import { Members } from '../../members.ts';
import { Done } from '../../done.ts';
import { IdText } from '../../ids.ts';
import {
  AccountHibernation,
  CreditAccountRequest,
  CreditMoved,
  DebitAccountRequest,
  OperatorAccount,
  OperatorAccountDetail,
  SetAccountHibernationLimitRequest,
} from '../../operator.ts';
import { BudgetAnswer } from '../../operator-requests.ts';
import { AccountSuspension, SuspendAccountRequest } from '../../oversight.ts';
import { PageQuery } from '../../pages.ts';

const read = operatorReads('customers.read');
const write = operatorChanges('customers.write');
const pay = operatorChanges('payments.write');
const take = operatorChanges('privacy.read');
const end = operatorChanges('privacy.write');

const params = z.object({ accountId: IdText });

export const listAccounts = read.list('/accounts', 'Accounts, the oldest first; only those that a search finds where given', {
  takes: { query: PageQuery.extend({ search: SearchText }) },
  of: OperatorAccount,
});

export const getAccount = read.get('/accounts/:accountId', 'One account', {
  takes: { params },
  data: OperatorAccountDetail,
  errors: ['NOT_FOUND'],
});

export const listAccountTransactions = read.list('/accounts/:accountId/transactions', "What moved an account's credit, the newest first", {
  takes: { params, query: PageQuery },
  of: AccountTransaction,
  speaks: true,
  errors: ['NOT_FOUND'],
});

export const setAnyAccountBudget = write.put('/accounts/:accountId/budget', 'Set or lift the monthly and the daily limit of an account', {
  takes: { params, body: SetAccountBudgetRequest },
  data: BudgetAnswer,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const limitAccountHibernation = write.put(
  '/accounts/:accountId/hibernation-limit',
  'Limit the disks that hibernated servers of an account keep, or give it the limit of all again',
  {
    takes: { params, body: SetAccountHibernationLimitRequest },
    data: AccountHibernation,
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  },
);

export const suspendAccount = write.post(
  '/accounts/:accountId/suspend',
  'Keep an account from spending and starting anything; its people are told the reason',
  { takes: { params, body: SuspendAccountRequest }, data: AccountSuspension, errors: ['INVALID_REQUEST', 'NOT_FOUND'] },
);

export const reactivateAccount = write.post('/accounts/:accountId/reactivate', 'Let a suspended account spend again', {
  takes: { params },
  data: AccountSuspension,
  errors: ['NOT_FOUND'],
});

export const listAccountMembers = read.get('/accounts/:accountId/members', 'Who belongs to an account', {
  takes: { params },
  data: Members,
  errors: ['NOT_FOUND'],
});

export const creditAccount = pay.post('/accounts/:accountId/credit', 'Give credit; once for each key', {
  takes: { params, body: CreditAccountRequest },
  data: CreditMoved,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT'],
});

export const debitAccount = pay.post('/accounts/:accountId/debit', 'Take credit back, never more than there is; once for each key', {
  takes: { params, body: DebitAccountRequest },
  data: CreditMoved,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_CREDITS', 'IDEMPOTENCY_CONFLICT'],
});

export const getAnyClosing = read.get('/accounts/:accountId/closing', 'What closing an account would end, and what would be left', {
  takes: { params },
  data: AccountClosing,
  errors: ['NOT_FOUND'],
});

export const closeAnyAccount = end.post('/accounts/:accountId/close', 'Close an account for good, deleting the servers that are named', {
  takes: { params, body: CloseAccountRequest },
  data: AccountClosed,
  opensWayIn: true,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'ACCOUNT_CLOSED', 'ACCOUNT_NOT_CLOSABLE'],
});

/** A link cannot ask for a proof of identity: this comes before it. */
export const prepareAnyExport = take.post('/accounts/:accountId/export', 'Prove who you are before you download all data of an account', {
  takes: { params },
  data: Done,
  opensWayIn: true,
  errors: ['NOT_FOUND'],
});

export const eraseAccount = end.post('/accounts/:accountId/erase', 'Erase the personal data of a closed account for good', {
  takes: { params, body: EraseAccountRequest },
  data: AccountErased,
  opensWayIn: true,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'ACCOUNT_NOT_ERASABLE'],
});
