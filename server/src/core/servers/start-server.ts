import { deadline } from '../../kit/clock.ts';
import { requireCredit } from '../billing/metering/charge-first-hour.ts';
import { requirePrice } from '../catalog/require-price.ts';
import type { CustomerCtx } from '../ctx.ts';
import { PROVISIONING_LIMIT, requireAction } from './server.rules.ts';
import { lockOwnServer } from './servers.store.ts';
import { wish } from './wish.ts';
import { lockCredit } from '../billing/ledger/ledger.store.ts';

/** Records the wish to power on. Charges nothing, but asks for the credit of one more hour: the server is about to cost it. */
export function startServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    await lockCredit(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'start');
    const price = await requirePrice(tx, { planId: server.planId, accountId: ctx.accountId, at: ctx.clock.now() });
    if (server.billingCycle === 'hourly') await requireCredit(tx, { accountId: ctx.accountId, hourlyMicros: price.hourlyMicros });
    await wish(tx, ctx, server, {
      change: { task: 'starting', goal: 'running', deadlineAt: deadline(ctx.clock, PROVISIONING_LIMIT) },
      type: 'server.start_requested',
      message: 'Start accepted.',
    });
  });
}
