import type { BillingCycle } from '@boreal/contract/shop/catalog.ts';
import { prorate, type Micros } from '@boreal/contract/values/money.ts';

const MICROS_PER_CENT = 10_000n;
const MONTHS = { hourly: 0n, monthly: 1n, annual: 12n } as const satisfies Record<BillingCycle, bigint>;

export interface PaidTerm {
  readonly billingCycle: BillingCycle;
  readonly paidFrom: Date | null;
  readonly paidUntil: Date | null;
  /** Months between the two: several when a renewal was prepaid. Null: the months of one term. */
  readonly paidMonths: number | null;
}

/**
 * What turning the option on costs immediately, in whole cents. An hourly server pays nothing now: it pays with each hour. A prepaid server
 * pays for the rest of its term, unless its option is already paid to the term's end.
 */
export function chargeToTurnOn(server: PaidTerm, of: { monthlyMicros: Micros; optionPaidUntil: Date | null; now: Date }): Micros {
  const { billingCycle, paidFrom, paidUntil } = server;
  if (billingCycle === 'hourly' || paidFrom === null || paidUntil === null) return 0n;
  const from = Math.max(paidFrom.getTime(), of.now.getTime(), of.optionPaidUntil?.getTime() ?? 0);
  const leftMs = paidUntil.getTime() - from;
  if (leftMs <= 0) return 0n;
  const termMs = paidUntil.getTime() - paidFrom.getTime();
  const months = server.paidMonths === null ? MONTHS[billingCycle] : BigInt(server.paidMonths);
  const cents = prorate(of.monthlyMicros * months, BigInt(leftMs), BigInt(termMs) * MICROS_PER_CENT);
  return cents * MICROS_PER_CENT;
}

/** The natural key of the charge that pays a prepaid server's option to the end of a term: one key per end. */
export function optionKey(serverId: string, until: Date): string {
  return `backup-option:${serverId}:${until.toISOString()}`;
}
