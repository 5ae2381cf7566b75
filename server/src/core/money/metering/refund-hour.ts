import { prorate } from '@boreal/contract/values/money.ts';
import type { HourRefund } from '@boreal/contract/billing/transaction-data.ts';
import type { Tx } from '../../../db/connect.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countHourRefund } from '../agents/require-within-caps.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { countServerSpending } from '../budgets/server-budgets.store.ts';
import { giveCredit } from '../ledger/ledger.store.ts';
import type { LockedAccount } from '../ledger/locked-account.store.ts';
import {
  endClockUnpaid,
  findChargedHour,
  insertUnchargedHour,
  insertUsageRefund,
  lockLatestRun,
  stopClock,
} from '../clocks/clock-runs.store.ts';
import { hasStopped, hourStart, type ClockRun } from '../clocks/clock.rules.ts';

export interface Refund {
  readonly serverId: string;
  /** The rest of the hour, or all of it. A first hour whose server never started is always refunded in full. */
  readonly part: 'unused' | 'all';
  readonly reason: string;
  readonly data: HourRefund;
}

/** Stops the server's clock for good: a started hour stays paid, a first hour whose server never started is refunded. */
export async function endClock(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  input: { serverId: string; reason: string; data: HourRefund },
): Promise<void> {
  const run = await lockLatestRun(tx, input.serverId);
  if (run && !run.started) await stopClockWithRefund(tx, ctx, account, { ...input, part: 'all' });
  else await stopClock(tx, { serverId: input.serverId, at: ctx.clock.now() });
}

/**
 * Stops the server's clock now and refunds the running hour. An hour that began but is not billed yet is never billed. Returns the refund,
 * micro-CAD.
 */
export async function stopClockWithRefund(tx: Tx, ctx: Ctx, account: LockedAccount, input: Refund): Promise<bigint> {
  const run = await lockLatestRun(tx, input.serverId);
  const now = ctx.clock.now();
  if (!run || hasStopped(run, now)) return 0n;
  await stopClock(tx, { serverId: input.serverId, at: now });
  return refundHourOf(tx, ctx, account, { ...input, run, stopsAt: now });
}

/**
 * Refunds the hour in which the server's clock was stopped earlier, if it was not refunded yet. Idempotent. Returns the refund, micro-CAD.
 */
export async function refundStoppedHour(tx: Tx, ctx: Ctx, account: LockedAccount, input: Refund): Promise<bigint> {
  const run = await lockLatestRun(tx, input.serverId);
  if (!run?.stopsAt) return 0n;
  return refundHourOf(tx, ctx, account, { ...input, run, stopsAt: run.stopsAt });
}

async function refundHourOf(tx: Tx, ctx: Ctx, account: LockedAccount, input: Refund & { run: ClockRun; stopsAt: Date }): Promise<bigint> {
  const now = ctx.clock.now();
  const { run, stopsAt } = input;
  const hour = await findChargedHour(tx, run, stopsAt);
  if (!hour) {
    const { serverId, reason } = input;
    const periodStart = hourStart(run.anchorAt, stopsAt);
    await endClockUnpaid(tx, { serverId, at: periodStart });
    await insertUnchargedHour(tx, { serverId, accountId: account.id, periodStart, reason, createdAt: now });
    return 0n;
  }

  const paidMicros = hour.computeMicros + hour.backupMicros;
  const leftMs = Math.max(0, hour.periodStart.getTime() + HOUR_MS - stopsAt.getTime());
  const amountMicros =
    input.part === 'all' || !run.started ? paidMicros : prorate(paidMicros, BigInt(Math.min(leftMs, HOUR_MS)), BigInt(HOUR_MS));
  if (amountMicros === 0n) return 0n;

  const { transactionId, moved } = await giveCredit(tx, ctx, account, {
    key: `refund:${input.serverId}:${run.number}:${hour.periodStart.toISOString()}`,
    type: 'refund',
    amountMicros,
    against: 'revenue',
    serverId: input.serverId,
    refundOf: hour.chargedAt,
    data: input.data,
  });
  if (!moved) return 0n;
  await insertUsageRefund(tx, {
    serverId: input.serverId,
    runNumber: run.number,
    periodStart: hour.periodStart,
    transferId: transactionId,
    amountMicros,
    reason: input.reason,
    createdAt: now,
  });
  const month = billingMonth(hour.periodStart);
  await countServerSpending(tx, { serverId: input.serverId, month, amountMicros: -amountMicros });
  await countHourRefund(tx, { serverId: input.serverId, periodStart: hour.periodStart, chargedAt: hour.chargedAt, amountMicros });
  return amountMicros;
}
