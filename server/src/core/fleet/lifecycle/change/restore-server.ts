import { requireActive } from '../../../money/ledger/require-active.ts';
import { noteLauncher, requireWithinCaps } from '../../../money/agents/require-within-caps.ts';
import { chargeFirstHour } from '../../../money/metering/charge-first-hour.ts';
import { resumeClock } from '../../../money/clocks/clock-runs.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import { requireExpected } from '../../../money/prices/require-expected.ts';
import { requirePrice } from '../../../money/prices/require-price.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { placeServer } from '../create/place-server.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { lockOwnServer } from '../../servers/servers.store.ts';
import { transactSale } from '../transact-sale.ts';
import { wish } from '../wish.ts';

/**
 * Restores a hibernated server on GPUs that are free now, or that spot servers have to give up, with new addresses. Within the hour already
 * paid nothing is charged; otherwise a new first hour is charged, and the clock starts again when the server is ACTIVE.
 * `expectedHourlyRateCad`: the rate that its owner was shown.
 * @throws INVALID_STATE · PRICE_CHANGED · ACCOUNT_CLOSED · ACCOUNT_SUSPENDED · INSUFFICIENT_CREDITS · PAYMENT_REQUIRED a prepaid term is
 * over · PLAN_NOT_AVAILABLE (nothing is charged, it stays HIBERNATED)
 */
export function restoreServer(ctx: CustomerCtx, input: { serverId: string; expectedHourlyRateCad?: number | undefined }): Promise<void> {
  return transactSale(ctx, async (tx, sale) => {
    await shareMeterMark(tx);
    const account = await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'hibernate-restore');
    requireActive(account);
    const now = ctx.clock.now();
    await ctx.prepaidTerms.requirePaid(tx, server, now);
    const plan = await requirePlan(tx, server.planId);
    const price = await requirePrice(tx, { planId: server.planId, accountId: ctx.accountId, at: now });
    if (server.billingCycle === 'hourly') requireExpected(input.expectedHourlyRateCad, price.hourlyMicros);
    const resumed = server.billingCycle !== 'hourly' || (await resumeClock(tx, { serverId: server.id, at: now }));
    await noteLauncher(tx, ctx, server.id);
    if (resumed) {
      const hourlyMicros = server.billingCycle === 'hourly' ? price.hourlyMicros : 0n;
      await requireWithinCaps(tx, ctx, { serverId: server.id, spendMicros: 0n, hourlyMicros, at: now });
    } else {
      await chargeFirstHour(tx, ctx, account, {
        serverId: server.id,
        serverName: server.name,
        planId: server.planId,
        hourlyMicros: price.hourlyMicros,
      });
    }
    await wish(tx, ctx, server, {
      change: await beginningOf(tx, ctx.clock, server, 'hibernate-restore'),
      type: 'server.restore_requested',
      toStatus: 'PROVISIONING',
      data: { paidBy: resumed ? (server.billingCycle === 'hourly' ? 'hour' : 'term') : 'new_hour' },
    });
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.restored', target: server.id });
    await placeServer(tx, ctx, sale, { serverId: server.id, accountId: ctx.accountId, plan, region: server.region, engine: server.engine });
  });
}
