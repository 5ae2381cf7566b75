import { BILLING_TIMEZONE, type ServerBudget } from '@boreal/contract/billing.ts';
import { toCad } from '@boreal/contract/money.ts';
import type { CustomerCtx } from '../../ctx.ts';
import { sumUsage } from '../metering/usage.store.ts';
import { billingDay, billingMonth } from './calendar.rules.ts';
import { readAccountSpending } from './spending.store.ts';

/** The server's cost in this Toronto month beside its limit and its account's. No limit is set until an owner sets one. */
export async function getServerBudget(ctx: CustomerCtx, input: { serverId: string }): Promise<ServerBudget> {
  const now = ctx.clock.now();
  const month = billingMonth(now);
  const usage = await sumUsage(ctx.db.sql, { serverId: input.serverId, from: month.start, to: month.end });
  const spentThisMonth = await readAccountSpending(ctx.db.sql, { accountId: ctx.accountId, period: month });
  const spentToday = await readAccountSpending(ctx.db.sql, { accountId: ctx.accountId, period: billingDay(now) });
  return {
    serverId: input.serverId,
    currency: 'CAD',
    monthlyLimit: null,
    spentThisMonth: toCad(usage.computeMicros + usage.backupMicros - usage.refundMicros),
    remaining: null,
    state: 'none',
    periodStart: month.start.toISOString(),
    periodEnd: month.end.toISOString(),
    timezone: BILLING_TIMEZONE,
    onReached: 'hibernate',
    account: { monthlyLimit: null, spentThisMonth: toCad(spentThisMonth), dailyLimit: null, spentToday: toCad(spentToday) },
  };
}
