import * as rows from '@boreal/contract/endpoints/operator/accounts.ts';
import { fromCad, toCadBalance, toCadRate } from '@boreal/contract/values/money.ts';
import type { AccountHibernation, OperatorAccountDetail } from '@boreal/contract/operator/operator.ts';
import { creditAccount } from '../../core/commerce/credit-by-hand/credit-account.ts';
import { debitAccount } from '../../core/commerce/credit-by-hand/debit-account.ts';
import { findAccount, type AccountRow } from '../../core/money/accounts/accounts.store.ts';
import { listAccounts } from '../../core/money/accounts/list-accounts.ts';
import { setBudgetByHand } from '../../core/commerce/operator-requests/budget-by-hand.ts';
import { tellCreditChange } from '../../core/commerce/credit-by-hand/tell-credit-change.ts';
import { readHibernatedGb } from '../../core/fleet/servers/hibernated-gb.store.ts';
import { limitHibernation } from '../../core/fleet/servers/limit-hibernation.ts';
import { readProfile } from '../../core/ground/profiles/read-profile.ts';
import { reactivateAccount, suspendAccount } from '../../core/money/accounts/suspend-account.ts';
import { tellAccount, tellSuspension } from '../../core/money/accounts/tell-account.ts';
import { limitsOf, readAccountBudget } from '../../core/money/budgets/tell-account-budget.ts';
import { getCredits } from '../../core/money/credit/get-credits.ts';
import { readCreditRow } from '../../core/money/ledger/ledger.store.ts';
import { readBurnRate, runtimeHours } from '../../core/money/credit/burn-rate.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { listMembers } from '../../core/ground/members/list-members.ts';
import { bind } from '../../door/bind.ts';
import { notFound } from '../../kit/errors.ts';

/** Customers' accounts and their credit. */
export const accountsRoutes = bind(rows, {
  listAccounts: async (ctx, { query }) => {
    const { items, nextCursor } = await listAccounts(ctx, query);
    return {
      items: items.map(tellAccount),
      nextCursor,
    };
  },
  getAccount: (ctx, { params: { accountId } }) => explainAccount(ctx, accountId),
  listAccountTransactions: async (ctx, { params: { accountId }, query }, { locale }) => {
    await requireAccount(ctx, accountId);
    const { credits, nextCursor } = await getCredits({ ...ctx, accountId }, { locale, ...query });
    return { items: credits.transactions, nextCursor };
  },
  setAnyAccountBudget: async (ctx, { params: { accountId }, body }) => {
    const requestId = await setBudgetByHand(ctx, { accountId, ...limitsOf(body) });
    return { requestId, budget: await readAccountBudget(ctx, accountId) };
  },
  limitAccountHibernation: async (ctx, { params: { accountId }, body: { limitGb } }) => {
    await limitHibernation(ctx, { accountId, gb: limitGb === undefined ? 'house' : limitGb });
    return requireHibernated(ctx, accountId);
  },
  suspendAccount: async (ctx, { params: { accountId }, body: { reason } }) =>
    tellSuspension(await suspendAccount(ctx, { accountId, reason })),
  reactivateAccount: async (ctx, { params: { accountId } }) => tellSuspension(await reactivateAccount(ctx, { accountId })),
  listAccountMembers: async (ctx, { params: { accountId } }) => {
    await requireAccount(ctx, accountId);
    return listMembers({ ...ctx, accountId });
  },
  creditAccount: async (ctx, { params: { accountId }, body: { amount, ...movement } }) =>
    tellCreditChange(accountId, await creditAccount(ctx, { accountId, amountMicros: fromCad(amount), ...movement })),
  debitAccount: async (ctx, { params: { accountId }, body: { amount, ...movement } }) =>
    tellCreditChange(accountId, await debitAccount(ctx, { accountId, amountMicros: fromCad(amount), ...movement })),
});

async function explainAccount(ctx: Ctx, accountId: string): Promise<OperatorAccountDetail> {
  const { createdAt, erasedAt } = await requireAccount(ctx, accountId);
  const { balanceMicros, suspendedAt, suspendedReason, closedAt } = await readCreditRow(ctx.db.sql, accountId);
  const burnMicros = await readBurnRate(ctx.db.sql, { accountId, at: ctx.clock.now() });
  return {
    id: accountId,
    profile: await readProfile(ctx.db.sql, accountId),
    balance: toCadBalance(balanceMicros),
    currency: 'CAD',
    burnRatePerHour: toCadRate(burnMicros),
    estimatedRuntimeHours: runtimeHours(balanceMicros, burnMicros),
    budget: await readAccountBudget(ctx, accountId),
    hibernated: await requireHibernated(ctx, accountId),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    suspendedReason,
    closedAt: closedAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

async function requireHibernated(ctx: Ctx, accountId: string): Promise<AccountHibernation> {
  const hibernated = await readHibernatedGb(ctx.db.sql, accountId);
  if (!hibernated) throw notFound('account');
  return hibernated;
}

async function requireAccount(ctx: Ctx, accountId: string): Promise<AccountRow> {
  const account = await findAccount(ctx.db.sql, accountId);
  if (!account) throw notFound('account');
  return account;
}
