import type { Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { lockCredit, takeCredit } from '../ledger/ledger.store.ts';
import { insertUsageHour, stopClock } from './clock-runs.store.ts';
import { billAffordable, closeStoppedRuns, listDueHours, lockMark, moveMark, type DueHour, type MeterWindow } from './meter.store.ts';

export interface MeterRun {
  /** Server-hours billed and what they came to, micro-CAD. */
  readonly hours: number;
  readonly micros: bigint;
  /** Servers whose next hour could not be paid. */
  readonly unpaid: number;
}

/** What happens to a server whose next hour cannot be paid; its clock has stopped. Runs in the meter's transaction. */
export type OnUnpaid = (tx: Tx, ctx: Ctx, hour: DueHour) => Promise<void>;

/**
 * Bills every hour that has begun since the meter's mark, an hour of time in one transaction after another until it
 * has caught up. Exactly once whoever runs it, however often and however late: the mark moves with the money.
 */
export async function billDueHours(ctx: Ctx, onUnpaid: OnUnpaid): Promise<MeterRun> {
  const until = ctx.clock.now();
  const run = { hours: 0, micros: 0n, unpaid: 0 };
  for (;;) {
    const pass = await ctx.transact((tx) => billWindow(tx, ctx, until, onUnpaid));
    if (!pass) return run;
    run.hours += pass.hours;
    run.micros += pass.micros;
    run.unpaid += pass.unpaid;
  }
}

async function billWindow(tx: Tx, ctx: Ctx, until: Date, onUnpaid: OnUnpaid): Promise<MeterRun | null> {
  const after = await lockMark(tx);
  if (after >= until) return null;
  const window = { after, through: new Date(Math.min(until.getTime(), addMs(after, HOUR_MS).getTime())) };

  const key = `meter:${window.through.toISOString()}:`;
  const { hours, micros, unpaidAccountIds } = await billAffordable(tx, {
    window,
    now: ctx.clock.now(),
    transferId: newId('transaction', window.through),
    key,
  });
  const run = { hours, micros, unpaid: 0 };
  for (const accountId of unpaidAccountIds) {
    const part = await billWhatItCan(tx, ctx, { window, accountId, key, onUnpaid });
    run.hours += part.hours;
    run.micros += part.micros;
    run.unpaid += part.unpaid;
  }
  await closeStoppedRuns(tx, window.through);
  await moveMark(tx, window.through);
  return run;
}

/** An account short of credit: hours are paid in the order they begin, and each that cannot be is the end of its run. */
async function billWhatItCan(
  tx: Tx,
  ctx: Ctx,
  input: { window: MeterWindow; accountId: string; key: string; onUnpaid: OnUnpaid },
): Promise<MeterRun> {
  const balanceMicros = await lockCredit(tx, input.accountId);
  const due = await listDueHours(tx, input.window, input.accountId);
  const paid: DueHour[] = [];
  const unpaid: DueHour[] = [];
  let micros = 0n;
  for (const hour of due) {
    if (micros + hour.rateMicros <= balanceMicros) {
      micros += hour.rateMicros;
      paid.push(hour);
    } else {
      unpaid.push(hour);
    }
  }
  if (paid.length > 0) await chargeHours(tx, ctx, { accountId: input.accountId, key: input.key + input.accountId, hours: paid, micros });
  for (const hour of unpaid) {
    await stopClock(tx, { serverId: hour.serverId, at: hour.periodStart });
    await input.onUnpaid(tx, ctx, hour);
  }
  return { hours: paid.length, micros, unpaid: unpaid.length };
}

async function chargeHours(
  tx: Tx,
  ctx: Ctx,
  input: { accountId: string; key: string; hours: readonly DueHour[]; micros: bigint },
): Promise<void> {
  const only = input.hours.length === 1 ? input.hours[0] : undefined;
  const { transactionId } = await takeCredit(tx, ctx, {
    accountId: input.accountId,
    key: input.key,
    type: 'usage',
    amountMicros: input.micros,
    against: 'revenue',
    serverId: only?.serverId ?? null,
    description: input.hours.length === 1 ? '1 server-hour' : `${input.hours.length} server-hours`,
  });
  for (const hour of input.hours) {
    await insertUsageHour(tx, {
      serverId: hour.serverId,
      accountId: hour.accountId,
      transferId: transactionId,
      periodStart: hour.periodStart,
      rateMicros: hour.rateMicros,
    });
  }
}
