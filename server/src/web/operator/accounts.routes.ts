import { IdText } from '@boreal/contract/ids.ts';
import { fromCad, toCadBalance, toCadRate } from '@boreal/contract/money.ts';
import {
  CreditAccountRequest,
  CreditMoved,
  DebitAccountRequest,
  OperatorAccount,
  OperatorAccountDetail,
} from '@boreal/contract/operator.ts';
import { AccountTransaction } from '@boreal/contract/billing.ts';
import { AccountBudget, Members, SetAccountBudgetRequest } from '@boreal/contract/console.ts';
import { AccountSuspension, SuspendAccountRequest } from '@boreal/contract/oversight.ts';
import { z } from 'zod';
import { creditAccount } from '../../core/accounts/credit-account.ts';
import { debitAccount } from '../../core/accounts/debit-account.ts';
import { findAccount, type AccountRow } from '../../core/accounts/accounts.store.ts';
import { listAccounts } from '../../core/accounts/list-accounts.ts';
import type { CreditChange } from '../../core/accounts/move-credit-by-hand.ts';
import { readProfile } from '../../core/accounts/read-profile.ts';
import { reactivateAccount, suspendAccount, type Suspension } from '../../core/accounts/suspend-account.ts';
import { setAccountBudget } from '../../core/billing/budgets/set-account-budget.ts';
import { getCredits } from '../../core/billing/ledger/get-credits.ts';
import { readCreditRow } from '../../core/billing/ledger/ledger.store.ts';
import { readBurnRate, runtimeHours } from '../../core/billing/metering/burn-rate.store.ts';
import type { Ctx } from '../../core/ctx.ts';
import { listMembers } from '../../core/members/list-members.ts';
import { endpoint, list } from '../../door/define-endpoint.ts';
import { PageQuery } from '../../door/pages.ts';
import { notFound } from '../../kit/errors.ts';
import { microsOrNull, tellAccountBudget } from '../account-budget.ts';
import { change, read, SearchText } from './row.ts';

const params = z.object({ accountId: IdText });

/** Customers' accounts and their credit. */
export const accountsRoutes = [
  list(
    '/accounts',
    {
      ...read,
      takes: { query: PageQuery.extend({ search: SearchText }) },
      of: OperatorAccount,
      name: 'listAccounts',
      summary: 'Accounts, the oldest first; only those that a search finds where given',
    },
    async (ctx: Ctx, { query }) => {
      const { items, nextCursor } = await listAccounts(ctx, query);
      return {
        items: items.map(({ id, name, createdAt, balanceMicros, burnMicros, serverCount, suspendedAt }) => ({
          id,
          name,
          balance: toCadBalance(balanceMicros),
          currency: 'CAD' as const,
          serverCount: Number(serverCount),
          burnRatePerHour: toCadRate(burnMicros),
          estimatedRuntimeHours: runtimeHours(balanceMicros, burnMicros),
          suspendedAt: suspendedAt?.toISOString() ?? null,
          createdAt: createdAt.toISOString(),
        })),
        nextCursor,
      };
    },
  ),
  endpoint(
    'GET',
    '/accounts/:accountId',
    { ...read, takes: { params }, data: OperatorAccountDetail, errors: ['NOT_FOUND'], name: 'getAccount', summary: 'One account' },
    (ctx: Ctx, { params: { accountId } }) => explainAccount(ctx, accountId),
  ),
  list(
    '/accounts/:accountId/transactions',
    {
      ...read,
      takes: { params, query: PageQuery },
      of: AccountTransaction,
      errors: ['NOT_FOUND'],
      name: 'listAccountTransactions',
      summary: "What moved an account's credit, the newest first",
    },
    async (ctx: Ctx, { params: { accountId }, query }) => {
      await requireAccount(ctx, accountId);
      const { credits, nextCursor } = await getCredits({ ...ctx, accountId }, query);
      return { items: credits.transactions, nextCursor };
    },
  ),
  endpoint(
    'PUT',
    '/accounts/:accountId/budget',
    {
      ...change,
      takes: { params, body: SetAccountBudgetRequest },
      data: AccountBudget,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'setAnyAccountBudget',
      summary: 'Set or lift the monthly and the daily limit of an account',
    },
    async (ctx: Ctx, { params: { accountId }, body: { monthlyLimit, dailyLimit } }) => {
      await setAccountBudget(ctx, {
        accountId,
        ...(monthlyLimit !== undefined && { monthLimitMicros: microsOrNull(monthlyLimit) }),
        ...(dailyLimit !== undefined && { dayLimitMicros: microsOrNull(dailyLimit) }),
      });
      return tellAccountBudget(ctx, accountId);
    },
  ),
  endpoint(
    'POST',
    '/accounts/:accountId/suspend',
    {
      ...change,
      takes: { params, body: SuspendAccountRequest },
      data: AccountSuspension,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'suspendAccount',
      summary: 'Keep an account from spending and starting anything; its people are told the reason',
    },
    async (ctx: Ctx, { params: { accountId }, body: { reason } }) => suspensionOf(await suspendAccount(ctx, { accountId, reason })),
  ),
  endpoint(
    'POST',
    '/accounts/:accountId/reactivate',
    {
      ...change,
      takes: { params },
      data: AccountSuspension,
      errors: ['NOT_FOUND'],
      name: 'reactivateAccount',
      summary: 'Let a suspended account spend again',
    },
    async (ctx: Ctx, { params: { accountId } }) => suspensionOf(await reactivateAccount(ctx, { accountId })),
  ),
  endpoint(
    'GET',
    '/accounts/:accountId/members',
    { ...read, takes: { params }, data: Members, errors: ['NOT_FOUND'], name: 'listAccountMembers', summary: 'Who belongs to an account' },
    async (ctx: Ctx, { params: { accountId } }) => {
      await requireAccount(ctx, accountId);
      return listMembers({ ...ctx, accountId });
    },
  ),
  endpoint(
    'POST',
    '/accounts/:accountId/credit',
    {
      ...change,
      takes: { params, body: CreditAccountRequest },
      data: CreditMoved,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT'],
      name: 'creditAccount',
      summary: 'Give credit; once for each key',
    },
    async (ctx: Ctx, { params: { accountId }, body: { amount, ...movement } }) =>
      moved(accountId, await creditAccount(ctx, { accountId, amountMicros: fromCad(amount), ...movement })),
  ),
  endpoint(
    'POST',
    '/accounts/:accountId/debit',
    {
      ...change,
      takes: { params, body: DebitAccountRequest },
      data: CreditMoved,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_CREDITS', 'IDEMPOTENCY_CONFLICT'],
      name: 'debitAccount',
      summary: 'Take credit back, never more than there is; once for each key',
    },
    async (ctx: Ctx, { params: { accountId }, body: { amount, ...movement } }) =>
      moved(accountId, await debitAccount(ctx, { accountId, amountMicros: fromCad(amount), ...movement })),
  ),
];

async function explainAccount(ctx: Ctx, accountId: string): Promise<OperatorAccountDetail> {
  const { createdAt } = await requireAccount(ctx, accountId);
  const { balanceMicros, suspendedAt, suspendedReason } = await readCreditRow(ctx.db.sql, accountId);
  const burnMicros = await readBurnRate(ctx.db.sql, { accountId, at: ctx.clock.now() });
  return {
    id: accountId,
    profile: await readProfile(ctx.db.sql, accountId),
    balance: toCadBalance(balanceMicros),
    currency: 'CAD',
    burnRatePerHour: toCadRate(burnMicros),
    estimatedRuntimeHours: runtimeHours(balanceMicros, burnMicros),
    budget: await tellAccountBudget(ctx, accountId),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    suspendedReason,
    createdAt: createdAt.toISOString(),
  };
}

async function requireAccount(ctx: Ctx, accountId: string): Promise<AccountRow> {
  const account = await findAccount(ctx.db.sql, accountId);
  if (!account) throw notFound('account');
  return account;
}

function suspensionOf({ suspendedAt, ...rest }: Suspension): z.infer<typeof AccountSuspension> {
  return { ...rest, suspendedAt: suspendedAt?.toISOString() ?? null };
}

function moved(accountId: string, { transactionId, requestId, moved: done, balanceMicros }: CreditChange): z.infer<typeof CreditMoved> {
  return { accountId, transactionId, requestId, moved: done, balance: toCadBalance(balanceMicros), currency: 'CAD' };
}
