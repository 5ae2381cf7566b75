import { toCad, toCadOrNull, type Micros } from '@boreal/contract/values/money.ts';
import { cycleMonths, type Order, type PrepaidCycle } from '@boreal/contract/billing/orders.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { planName } from '../../money/catalog/catalog.rules.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';
import { addMonths, type Period } from '../../ground/calendar.rules.ts';
import { declineReasonOf } from '../payments/payment.rules.ts';
import type { PaymentRow } from '../payments/payments.store.ts';
import type { OrderRow, OrderView } from './orders.store.ts';

/** How long before the end of a term its renewal is attempted, and retried after a decline. */
export const RENEWAL_TRIES_MS = [72 * HOUR_MS, 24 * HOUR_MS, 6 * HOUR_MS, 1 * HOUR_MS] as const;

/** How long before the end of a term its customer is told of it. */
export const TOLD_BEFORE_MS = 7 * DAY_MS;

/** The monthly price in a cycle. @throws CYCLE_NOT_AVAILABLE the plan is sold by the hour only */
export function monthlyPrice(plan: Pick<Plan, 'id' | 'hourlyOnly' | 'spot'>, price: Price, cycle: PrepaidCycle): Micros {
  const micros = cycle === 'monthly' ? price.monthlyMicros : price.annualMicros;
  if (plan.hourlyOnly || plan.spot || micros === null) throw new AppError('CYCLE_NOT_AVAILABLE', { productId: plan.id });
  return micros;
}

/** What a term costs: one month, or twelve times the monthly price, paid in advance. */
export function termPrice(monthlyMicros: Micros, cycle: PrepaidCycle): Micros {
  return monthlyMicros * BigInt(cycleMonths[cycle]);
}

/**
 * The period of term `number` of an order whose term `anchorTerm` began at `anchorAt`. Always counted from there, so that a term that began
 * on the 31st ends on the last day of a short month and on the 31st again after it.
 */
export function termPeriod(order: { cycle: PrepaidCycle; anchorAt: Date; anchorTerm: number }, number: number): Period {
  const months = cycleMonths[order.cycle];
  const before = (number - order.anchorTerm) * months;
  return { start: addMonths(order.anchorAt, before), end: addMonths(order.anchorAt, before + months) };
}

/** When the next automatic renewal is attempted: the first of the times before the end that is still ahead; null after the last. */
export function nextRenewalTry(termEnd: Date, now: Date): Date | null {
  return RENEWAL_TRIES_MS.map((ms) => addMs(termEnd, -ms)).find((at) => at > now) ?? null;
}

/** When automatic renewal begins: immediately if its first time has passed. */
export function firstRenewalTry(termEnd: Date, now: Date): Date | null {
  if (termEnd <= now) return null;
  const first = addMs(termEnd, -RENEWAL_TRIES_MS[0]);
  return first > now ? first : now;
}

/** Throws if an order cannot be renewed. @throws ORDER_NOT_RENEWABLE */
export function requireRenewable(order: OrderRow, server: { status: string; firstActiveAt: Date | null }, now: Date): void {
  const refuse = (reason: 'canceled' | 'deleted' | 'never paid' | 'never ran' | 'renewed already') =>
    new AppError('ORDER_NOT_RENEWABLE', { reason });
  if (order.termEnd === null || order.status === 'pending' || order.status === 'failed') throw refuse('never paid');
  if (server.status === 'DELETED') throw refuse('deleted');
  if (server.status === 'ERROR' && server.firstActiveAt === null) throw refuse('never ran');
  if (order.canceledAt !== null) throw refuse('canceled');
  if (order.status === 'active' && order.termStart !== null && order.termStart > now) throw refuse('renewed already');
}

/**
 * Throws if the term to be paid is not the one the caller has seen: a page may have been open since before a renewal. If the last term is
 * over, the next one begins when it is paid, so any time since is accepted. @throws ORDER_NOT_RENEWABLE
 */
export function requireExpectedTerm(order: OrderRow, of: { expected: string | undefined; start: Date; now: Date }): void {
  if (of.expected === undefined) return;
  const expected = new Date(of.expected);
  const over = order.status !== 'active';
  const meant = over
    ? order.termEnd !== null && expected >= order.termEnd && expected <= of.now
    : expected.getTime() === of.start.getTime();
  if (!meant) throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'another term' });
}

/** An order as its customer sees it. */
export function toOrder(row: OrderView, payment: PaymentRow | null): Order {
  return {
    id: row.id,
    serverId: row.serverId,
    serverName: row.serverName,
    productId: row.planId,
    planName: planName(row),
    cycle: row.cycle,
    status: row.status,
    autoRenew: row.autoRenew,
    canceled: row.canceledAt !== null,
    monthlyPrice: toCadOrNull(row.committedMicros),
    term: row.termNumber,
    periodStart: row.termStart?.toISOString() ?? null,
    periodEnd: row.termEnd?.toISOString() ?? null,
    payment: payment && {
      id: payment.id,
      status: payment.status,
      total: toCad(payment.netMicros + payment.taxMicros),
      declineReason: declineReasonOf(payment),
    },
    createdAt: row.createdAt.toISOString(),
  };
}
