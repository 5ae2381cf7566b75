import { recordAudit } from '../../ground/audit/record-audit.ts';
import { AppError } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { lockOwnServer } from './servers.store.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { loosens } from '../../money/budgets/loosens.rules.ts';
import { findServerBudget, removeServerBudget, saveServerBudget, sumServerMonth } from '../../money/budgets/server-budgets.store.ts';

/**
 * Sets or lifts (null) a server's own monthly limit, micro-CAD. Hours already charged this month count. `onlyLower`: for an agent, which
 * may tighten a limit but not loosen it. @throws NOT_FOUND · PERMISSION_DENIED
 */
export async function setServerBudget(
  ctx: CustomerCtx,
  input: { serverId: string; monthLimitMicros: bigint | null; onlyLower?: boolean },
): Promise<void> {
  await ctx.transact(async (tx) => {
    await shareMeterMark(tx);
    await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    const before = (await findServerBudget(tx, server.id))?.monthLimitMicros ?? null;
    if (input.onlyLower && loosens(before, input.monthLimitMicros))
      throw new AppError('PERMISSION_DENIED', { who: 'agent', need: 'raise', limit: 'budget' });
    await recordAudit(tx, ctx, {
      accountId: ctx.accountId,
      action: 'server_budget.set',
      target: server.id,
      detail: { monthLimitMicros: input.monthLimitMicros === null ? null : String(input.monthLimitMicros) },
    });
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
