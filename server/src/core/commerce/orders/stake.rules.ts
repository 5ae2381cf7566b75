import type { AtStake, HourAtStake } from '@boreal/contract/servers/at-stake.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { hasStopped, paidUntil } from '../../money/clocks/clock.rules.ts';
import type { StakeRow } from './stakes.store.ts';

/** What is lost, kept or refunded with a server, as of now. */
export function toStake(row: StakeRow, now: Date): AtStake & { readonly id: string } {
  return {
    id: row.id,
    everActive: row.everActive,
    workDisk: row.workGb === 0 ? 'none' : row.keptWorkGb === 0 ? 'scratch' : 'kept',
    keptGb: row.storageGb + row.keptWorkGb,
    hour: row.hourly ? hourOf(row, now) : null,
    terms: termsOf(row),
  };
}

/** What `endServer` would do with the hour. */
function hourOf({ anchorAt, started, stopsAt, moving, refundedHour }: StakeRow, now: Date): HourAtStake {
  if (anchorAt === null) return 'over';
  // Paid, and its server has not started.
  if (started !== true) return hasStopped({ stopsAt }, now) ? 'over' : 'refunded';
  if (stopsAt === null) return 'kept';
  const paidEnd = paidUntil(anchorAt, stopsAt);
  if (paidEnd <= now || refundedHour?.getTime() === addMs(paidEnd, -HOUR_MS).getTime()) return 'over';
  return moving ? 'rest_refunded' : 'kept';
}

function termsOf({ orderStatus, termEnd, nextStart, nextEnd, nextMicros }: StakeRow): AtStake['terms'] {
  if (orderStatus === null) return null;
  const next =
    nextStart === null || nextEnd === null || nextMicros === null
      ? null
      : { start: nextStart.toISOString(), end: nextEnd.toISOString(), paid: toCad(nextMicros) };
  return { status: orderStatus, paidUntil: (nextStart ?? termEnd)?.toISOString() ?? null, next };
}
