import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { insertRunningClock, insertUsageHour } from '../clocks/clock-runs.store.ts';
import { readMeterMark } from '../clocks/meter-mark.store.ts';
import { takeCredit } from '../ledger/ledger.store.ts';
import type { LockedAccount } from '../ledger/locked-account.store.ts';
import { requirePrice } from '../prices/require-price.ts';

/**
 * Starts the clock of a server that has been running since `from` without one. Charges in one transfer its first hour and every hour that
 * began up to the meter's mark, each at the price in force when it began; the meter bills those after the mark. Neither budgets nor a
 * suspension prevent it: the hours were used. The mark is shared. Returns how many hours, and their total, micro-CAD.
 * @throws INSUFFICIENT_CREDITS nothing is written
 */
export async function chargeHoursSince(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  of: { serverId: string; planId: string; from: Date },
): Promise<{ hours: number; micros: bigint }> {
  const { serverId, planId, from } = of;
  const accountId = account.id;
  const hours = [];
  for (const periodStart of hourStarts(from, await readMeterMark(tx))) {
    const { hourlyMicros } = await requirePrice(tx, { planId, accountId, at: periodStart });
    hours.push({ periodStart, hourlyMicros });
  }
  const micros = hours.reduce((sum, { hourlyMicros }) => sum + hourlyMicros, 0n);
  const { balanceMicros } = account;
  if (balanceMicros < micros) throw new AppError('INSUFFICIENT_CREDITS', { requiredMicros: micros, balanceMicros });
  await insertRunningClock(tx, { serverId, accountId, planId, anchorAt: from });
  const { transactionId } = await takeCredit(tx, ctx, account, {
    key: `adopted:${serverId}`,
    type: 'usage',
    amountMicros: micros,
    against: 'revenue',
    serverId,
    data: { of: 'hours', hours: hours.length },
  });
  for (const { periodStart, hourlyMicros } of hours) {
    const rate = { rateMicros: hourlyMicros, computeMicros: hourlyMicros, backupMicros: 0n };
    await insertUsageHour(tx, { serverId, accountId, transferId: transactionId, periodStart, ...rate });
  }
  return { hours: hours.length, micros };
}

/** Always the first hour, then each that began by the mark. */
function hourStarts(from: Date, mark: Date): Date[] {
  const starts = [from];
  for (let next = addMs(from, HOUR_MS); next <= mark; next = addMs(next, HOUR_MS)) starts.push(next);
  return starts;
}
