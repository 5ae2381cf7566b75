import { z } from 'zod';
import { AccountTransaction } from '../../billing/billing.ts';
import { operatorChanges, operatorReads, SearchText } from '../../api/console-rows.ts';
import { SetAccountBudgetRequest } from '../../billing/budgets.ts';
import { Members } from '../../people/members.ts';
import { IdText } from '../../values/ids.ts';
import {
  AccountHibernation,
  AccountStanding,
  CreditAccountRequest,
  CreditMoved,
  DebitAccountRequest,
  OperatorAccount,
  OperatorAccountDetail,
  SetAccountHibernationLimitRequest,
} from '../../operator/operator.ts';
import { BudgetAnswer } from '../../operator/requests.ts';
import { AccountSuspension, SuspendAccountRequest } from '../../operator/oversight.ts';
import { PageQuery } from '../../api/pages.ts';

const read = operatorReads('customers.read');
const write = operatorChanges('customers.write');
const pay = operatorChanges('payments.write');

const params = z.object({ accountId: IdText });

export const listAccounts = read.list(
  '/accounts',
  'Accounts, the oldest first; only those that a search finds, and of one standing, where given',
  {
    takes: { query: PageQuery.extend({ standing: AccountStanding.optional(), search: SearchText }) },
    of: OperatorAccount,
  },
);

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
