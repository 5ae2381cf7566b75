import { deadline } from '../../kit/clock.ts';
import { requireSpendable } from '../billing/budgets/require-spendable.ts';
import { requirePrice } from '../catalog/require-price.ts';
import type { CustomerCtx } from '../ctx.ts';
import { PROVISIONING_LIMIT, requireAction } from './server.rules.ts';
import { lockOwnServer } from './servers.store.ts';
import { wish } from './wish.ts';
import { lockCredit } from '../billing/ledger/ledger.store.ts';

/** Records the wish to power on. Charges nothing, but budgets and credit must allow one more hour: the server is about to cost it. */
export function startServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    await lockCredit(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'start');
    const at = ctx.clock.now();
    const price = await requirePrice(tx, { planId: server.planId, accountId: ctx.accountId, at });
    if (server.billingCycle === 'hourly') {
      await requireSpendable(tx, { accountId: ctx.accountId, serverId: server.id, amountMicros: price.hourlyMicros, at });
    }
    await wish(tx, ctx, server, {
      change: { task: 'starting', goal: 'running', deadlineAt: deadline(ctx.clock, PROVISIONING_LIMIT) },
      type: 'server.start_requested',
      message: 'Start accepted.',
    });
  });
}
