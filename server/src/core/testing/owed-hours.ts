import { prorate } from '@boreal/contract/values/money.ts';
import { sql } from 'kysely';
import { addMs, HOUR_MS } from '../../kit/clock.ts';
import { hourStart, paidUntil } from '../money/clocks/clock.rules.ts';
import { SPOT_PREEMPTED } from '../fleet/lifecycle/spot/preempt.ts';
import type { Cloud } from './cloud.ts';

export interface HourAccount {
  readonly billed: readonly string[];
  readonly owed: readonly string[];
  readonly refunded: readonly string[];
  readonly owedRefunds: readonly string[];
}

/**
 * The hours a server owes, derived from its activity log alone, next to those it was billed: a second account of the same facts. Times are
 * the ISO strings of each hour's start. Also what preemptions refunded: `start of the hour: micro-CAD`.
 */
export async function owedHours(cloud: Cloud, serverId: string): Promise<HourAccount> {
  const rows = await cloud.db.sql
    .selectFrom('usageHours')
    .select(['periodStart', 'computeMicros', 'backupMicros'])
    .where('serverId', '=', serverId)
    .orderBy('periodStart')
    .execute();
  const refunds = await cloud.db.sql
    .selectFrom('usageRefunds')
    .select(['periodStart', 'amountMicros'])
    .where('serverId', '=', serverId)
    .where('reason', '=', SPOT_PREEMPTED)
    .execute();
  const events = await cloud.db.sql
    .selectFrom('serverEvents')
    .select(['type', 'reason', 'createdAt', 'message'])
    .select(sql<boolean>`coalesce((data->>'byItsOwner')::boolean, false)`.as('byItsOwner'))
    .where('serverId', '=', serverId)
    .orderBy('id')
    .execute();
  const owed: Date[] = [];
  let chargedAt: Date | null = null;
  let anchor: Date | null = null;
  let stop: Date | null = null;
  let givenBack = false;
  /** The end of the paid hour inside which a restore began: no other begins before the server runs. */
  let waitsUntil: Date | null = null;
  const refundable: { periodStart: Date; leftMs: number }[] = [];
  const endRun = (at: Date) => {
    if (chargedAt) owed.push(chargedAt);
    else if (anchor && !stop) stop = waitsUntil && waitsUntil <= at ? waitsUntil : at;
    chargedAt = null;
    waitsUntil = null;
  };
  const closeHours = () => {
    if (anchor && stop) owed.push(...hoursBetween(anchor, stop));
    anchor = null;
    stop = null;
  };
  for (const event of events) {
    const at = event.createdAt;
    switch (event.type) {
      case 'server.create_requested':
        chargedAt = at;
        break;
      case 'server.active':
      case 'server.stopped':
        if (waitsUntil && waitsUntil <= at) {
          stop = waitsUntil;
          closeHours();
          anchor = at;
        }
        waitsUntil = null;
        if (chargedAt || (stop && givenBack)) {
          closeHours();
          anchor = at;
          chargedAt = null;
          givenBack = false;
        }
        break;
      case 'server.hibernate_requested':
        // Back from an error without the credit for a new hour: it was never charged.
        if (isUnpaid(event.reason) && anchor?.getTime() === at.getTime()) anchor = null;
        endRun(isUnpaid(event.reason) && anchor ? hourStart(anchor, at) : at);
        break;
      case 'server.restore_requested':
        if (anchor && stop && !givenBack && at < paidUntil(anchor, stop)) {
          waitsUntil = paidUntil(anchor, stop);
          stop = null;
        } else {
          closeHours();
          chargedAt = at;
          givenBack = false;
        }
        break;
      case 'server.deleted':
        endRun(at);
        break;
      case 'server.preempted':
        if (chargedAt) refundable.push({ periodStart: chargedAt, leftMs: HOUR_MS });
        else if (anchor && !stop && !(waitsUntil && waitsUntil <= at)) refundable.push(leftOfHour(anchor, at, event));
        endRun(at);
        givenBack = true;
        break;
      case 'server.error':
      case 'server.restore_failed':
        endRun(at);
        givenBack = true;
        break;
    }
  }
  if (chargedAt) owed.push(chargedAt);
  if (anchor && !stop) stop = waitsUntil ?? addMs(cloud.clock.now(), 1);
  closeHours();
  const text = (time: Date) => time.toISOString();
  return {
    billed: rows.map((row) => text(row.periodStart)).sort(),
    owed: owed.map(text).sort(),
    refunded: refunds.map((refund) => `${text(refund.periodStart)}: ${refund.amountMicros}`).sort(),
    owedRefunds: refundable
      .map(({ periodStart, leftMs }) => {
        const paid = rows.find((row) => text(row.periodStart) === text(periodStart));
        const micros = paid ? prorate(paid.computeMicros + paid.backupMicros, BigInt(leftMs), BigInt(HOUR_MS)) : 'never billed';
        return `${text(periodStart)}: ${micros}`;
      })
      .sort(),
  };
}

/** Hibernated by the meter, not by its owner. */
function isUnpaid(reason: string | null): boolean {
  return reason === 'CREDIT_EXHAUSTED' || reason === 'ACCOUNT_SUSPENDED';
}

/** The starts of the hours of a run: always its first, then each that began before it stopped. */
function hoursBetween(anchor: Date, stop: Date): Date[] {
  const starts = [anchor];
  for (let next = addMs(anchor, HOUR_MS); next < stop; next = addMs(next, HOUR_MS)) starts.push(next);
  return starts;
}

/** What a preemption refunds: all of a run's first hour if others took the GPUs, the rest of any other. */
function leftOfHour(anchor: Date, at: Date, { byItsOwner }: { byItsOwner: boolean }): { periodStart: Date; leftMs: number } {
  const periodStart = hourStart(anchor, at);
  return { periodStart, leftMs: byItsOwner || periodStart > anchor ? periodStart.getTime() + HOUR_MS - at.getTime() : HOUR_MS };
}
