import type { Tx } from '../../../../db/connect.ts';
import { isAppError } from '../../../../kit/errors.ts';
import { keyCapReached } from '../../../money/agents/require-within-caps.ts';
import { billingMonth } from '../../../ground/calendar.rules.ts';
import { backupPartOfHour } from '../../../money/clocks/backup-part.store.ts';
import { chargeFirstHour } from '../../../money/metering/charge-first-hour.ts';
import { startClock } from '../../../money/clocks/clock-runs.store.ts';
import { requirePrice } from '../../../money/prices/require-price.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { StepResult } from './step-result.ts';
import { hibernateUnpaidServer } from '../change/hibernate-server.ts';
import { refundMovedHour } from '../move-server.ts';
import { vacateGpus } from './vacate-gpus.ts';
import type { LockedServer, SteppedServer } from '../../servers/servers.store.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';

/**
 * The machine has reached its goal, and is off the GPUs and ports of a host that it has left. If it runs, its hours count from now; if it
 * is off, it is still billed. A server that was in ERROR begins a new hour.
 */
export async function settle(tx: Tx, ctx: Ctx, server: SteppedServer): Promise<StepResult> {
  if (server.leavesGpus || server.isForwarded) await vacateGpus(tx, ctx, { serverId: server.id });
  return runClock(tx, ctx, server);
}

/** Starts the waiting clock. After an ERROR, whose hour was refunded, charges a new hour, or hibernates the server. */
async function runClock(tx: Tx, ctx: Ctx, server: LockedServer): Promise<StepResult> {
  if (server.billingCycle !== 'hourly') return { is: 'done' };
  const now = ctx.clock.now();
  if (server.movingFrom !== null) await refundMovedHour(tx, ctx, await lockAccount(tx, server.accountId), server);
  if (await startClock(tx, { serverId: server.id, at: now })) return { is: 'done' };
  const { hourlyMicros } = await requirePrice(tx, { planId: server.planId, accountId: server.accountId, at: now });
  const amountMicros = hourlyMicros + (await backupPartOfHour(tx, { serverId: server.id, month: billingMonth(now) }));
  // Nobody requested this hour, but it counts towards the key's cap, like an hour billed by the meter.
  if (await keyCapReached(tx, { serverId: server.id, rateMicros: hourlyMicros, amountMicros, at: now })) {
    await hibernateUnpaidServer(tx, ctx, { serverId: server.id, reason: 'KEY_CAP_REACHED' });
    return { is: 'next' };
  }
  try {
    await chargeFirstHour(tx, ctx, await lockAccount(tx, server.accountId), {
      serverId: server.id,
      serverName: server.name,
      planId: server.planId,
      hourlyMicros,
    });
  } catch (error) {
    const reason = whyUnpaid(error);
    if (reason === null) throw error;
    await hibernateUnpaidServer(tx, ctx, { serverId: server.id, reason });
    return { is: 'next' };
  }
  await startClock(tx, { serverId: server.id, at: now });
  return { is: 'done' };
}

/** Why an hour could not be charged; null for any other error. */
function whyUnpaid(error: unknown) {
  if (isAppError(error, 'ACCOUNT_SUSPENDED')) return 'ACCOUNT_SUSPENDED';
  if (isAppError(error, 'BUDGET_CAP_REACHED')) return 'BUDGET_CAP_REACHED';
  return isAppError(error, 'INSUFFICIENT_CREDITS') ? 'CREDIT_EXHAUSTED' : null;
}
