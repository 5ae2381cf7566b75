import type { CustomerCtx } from '../../ctx.ts';
import { lockCredit } from '../ledger/ledger.store.ts';
import { lockMeterMark } from '../metering/clock-runs.store.ts';
import { lockOwnServer } from '../../servers/servers.store.ts';
import { billingMonth } from './calendar.rules.ts';
import { removeServerBudget, saveServerBudget, sumServerMonth } from './server-budgets.store.ts';

/** Sets or lifts (null) a server's own monthly limit, micro-CAD. What its hours of this month came to counts from the start. */
export async function setServerBudget(ctx: CustomerCtx, input: { serverId: string; monthLimitMicros: bigint | null }): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockMeterMark(tx);
    await lockCredit(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    if (input.monthLimitMicros === null) return removeServerBudget(tx, server.id);
    const now = ctx.clock.now();
    const month = billingMonth(now);
    await saveServerBudget(tx, {
      serverId: server.id,
      accountId: server.accountId,
      monthLimitMicros: input.monthLimitMicros,
      monthStart: month.start,
      monthSpentMicros: await sumServerMonth(tx, { serverId: server.id, month }),
      now,
    });
  });
}
