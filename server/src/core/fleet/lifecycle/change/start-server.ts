import { requireActive } from '../../../money/ledger/require-active.ts';
import { requireWithinCaps } from '../../../money/agents/require-within-caps.ts';
import { billingMonth } from '../../../ground/calendar.rules.ts';
import { requireSpendable } from '../../../money/budgets/require-spendable.ts';
import { backupPartOfHour } from '../../../money/clocks/backup-part.store.ts';
import { requirePrice } from '../../../money/prices/require-price.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { lockOwnServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';

/**
 * Records the wish to power on. Charges nothing, but budgets and credit must allow one more hour, with backups: the server is about to cost
 * that.
 */
export function startServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const account = await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'start');
    requireActive(account);
    const at = ctx.clock.now();
    await ctx.prepaidTerms.requirePaid(tx, server, at);
    if (server.billingCycle === 'hourly') {
      const { hourlyMicros } = await requirePrice(tx, { planId: server.planId, accountId: ctx.accountId, at });
      const amountMicros = hourlyMicros + (await backupPartOfHour(tx, { serverId: server.id, month: billingMonth(at) }));
      await requireWithinCaps(tx, ctx, { serverId: server.id, spendMicros: amountMicros, hourlyMicros, at });
      await requireSpendable(tx, account, { serverId: server.id, amountMicros, forHour: true, at });
    }
    await wish(tx, ctx, server, {
      change: await beginningOf(tx, ctx.clock, server, 'start'),
      type: 'server.start_requested',
    });
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.started', target: server.id });
  });
}
