import type { TransactionType } from '@boreal/contract/billing/billing.ts';
import { billingDay, billingMonth } from '../../ground/calendar.rules.ts';

/** What counts against an account's limits, and in which Toronto month and day. Amounts in micro-CAD. */
export interface Spending {
  readonly monthStart: Date | null;
  readonly monthSpentMicros: bigint;
  readonly dayStart: Date | null;
  readonly daySpentMicros: bigint;
}

export interface Limits {
  readonly monthLimitMicros: bigint | null;
  readonly dayLimitMicros: bigint | null;
}

/** Spent in the month and the day of `at`. A charge counts when it is made. */
export function spentAt(spending: Spending, at: Date): { monthMicros: bigint; dayMicros: bigint } {
  return {
    monthMicros: countsFor(spending.monthStart, billingMonth(at).start) ? spending.monthSpentMicros : 0n,
    dayMicros: countsFor(spending.dayStart, billingDay(at).start) ? spending.daySpentMicros : 0n,
  };
}

/** The first limit that spending `amountMicros` more would exceed, or null. */
export function capReached(account: Spending & Limits, amountMicros: bigint, at: Date): 'monthly' | 'daily' | null {
  const spent = spentAt(account, at);
  if (account.monthLimitMicros !== null && spent.monthMicros + amountMicros > account.monthLimitMicros) return 'monthly';
  if (account.dayLimitMicros !== null && spent.dayMicros + amountMicros > account.dayLimitMicros) return 'daily';
  return null;
}

/**
 * The spending after a movement. Usage and backups add to it; refunding something charged in a period lowers that period's spending,
 * whatever the movement's type. What was never spending, such as a payment refunded to its card, changes nothing.
 */
export function countSpending(
  before: Spending,
  movement: { type: TransactionType; amountMicros: bigint; refundOf?: Date },
  at: Date,
): Spending {
  const month = billingMonth(at).start;
  const day = billingDay(at).start;
  const spent = spentAt(before, at);
  const { refundOf } = movement;
  const change = (start: Date | null, periodStart: Date) => {
    if (refundOf === undefined) return movement.amountMicros;
    return refundOf >= later(start, periodStart) ? -movement.amountMicros : 0n;
  };
  const counts = refundOf !== undefined || movement.type === 'usage' || movement.type === 'backup';
  if (!counts) {
    const { monthStart, monthSpentMicros, dayStart, daySpentMicros } = before;
    return { monthStart, monthSpentMicros, dayStart, daySpentMicros };
  }
  return {
    monthStart: later(before.monthStart, month),
    monthSpentMicros: atLeastZero(spent.monthMicros + change(before.monthStart, month)),
    dayStart: later(before.dayStart, day),
    daySpentMicros: atLeastZero(spent.dayMicros + change(before.dayStart, day)),
  };
}

/** Another process's clock may be a moment ahead, already in the next period: then what is charged now counts there. */
function countsFor(start: Date | null, periodStart: Date): boolean {
  return start !== null && start >= periodStart;
}

function later(start: Date | null, periodStart: Date): Date {
  return start !== null && start > periodStart ? start : periodStart;
}

function atLeastZero(micros: bigint): bigint {
  return micros < 0n ? 0n : micros;
}
