import { BILLING_TIMEZONE, type ServerBudget } from '@boreal/contract/billing/billing.ts';
import { toCad, toCadOrNull } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../../kit/errors.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { readServerView } from './server-views.store.ts';
import { readCreditRow } from '../../../money/ledger/ledger.store.ts';
import { backupPartOfHour } from '../../../money/clocks/backup-part.store.ts';
import { billingMonth } from '../../../ground/calendar.rules.ts';
import { budgetState } from '../../../money/budgets/budget-state.rules.ts';
import { findServerBudget, sumServerMonth } from '../../../money/budgets/server-budgets.store.ts';
import { spentAt } from '../../../money/ledger/spending.rules.ts';

/** The server's cost in this Toronto month beside its own limit and its account's. Limits are null until an owner sets them. */
export async function getServerBudget(ctx: CustomerCtx, input: { serverId: string }): Promise<ServerBudget> {
  const db = ctx.db.sql;
  const now = ctx.clock.now();
  const month = billingMonth(now);
  const server = await readServerView(ctx.db, { accountId: ctx.accountId, now, serverId: input.serverId });
  if (!server) throw notFound('server');
  const limit = (await findServerBudget(db, input.serverId))?.monthLimitMicros ?? null;
  const spent = await sumServerMonth(db, { serverId: input.serverId, month });
  const next =
    server.billingCycle === 'hourly' ? (server.hourlyMicros ?? 0n) + (await backupPartOfHour(db, { serverId: input.serverId, month })) : 0n;
  const account = await readCreditRow(db, ctx.accountId);
  const accountSpent = spentAt(account, now);
  return {
    serverId: input.serverId,
    currency: 'CAD',
    monthlyLimit: toCadOrNull(limit),
    spentThisMonth: toCad(spent),
    remaining: limit === null ? null : toCad(limit > spent ? limit - spent : 0n),
    state: budgetState({ limitMicros: limit, spentMicros: spent, nextMicros: next }),
    periodStart: month.start.toISOString(),
    periodEnd: month.end.toISOString(),
    timezone: BILLING_TIMEZONE,
    onReached: 'hibernate',
    account: {
      monthlyLimit: toCadOrNull(account.monthLimitMicros),
      spentThisMonth: toCad(accountSpent.monthMicros),
      dailyLimit: toCadOrNull(account.dayLimitMicros),
      spentToday: toCad(accountSpent.dayMicros),
    },
  };
}
