import { sql } from 'kysely';
import { MINUTE_MS, type Clock } from '../kit/clock.ts';
import type { Sql } from './connect.ts';
import { goOnFrom } from './product-clock.ts';

/** The size of ordinary clock corrections, which are harmless. */
const TOLERATED_MS = MINUTE_MS;

/**
 * Product time would go back to before what is written in the database. Prices apply from a given time on: before it there is none, so
 * nothing could be deployed and no server shown, and hours would be charged late.
 */
export class ClockBehind extends Error {
  constructor(now: Date, seen: Date) {
    super(
      `The clock of this machine shows ${minute(now)}, but Boreal has been at ${minute(seen)} before. With a clock that went back ` +
        'nothing has a price and no server is found, so Boreal does not start. Set the clock, best by NTP, and start again. ' +
        'If it is right now and was wrong before, start once with BOREAL_CLOCK=go-on: the time of Boreal then goes on from where it was.',
    );
    this.name = 'ClockBehind';
  }
}

/**
 * The clock unchanged, unless it is behind what the database has seen: then the start is refused or, if the operator says that the machine
 * is right, the clock continues from there. @throws ClockBehind
 */
export async function neverBack(db: Sql, clock: Clock, { goOn }: { goOn: boolean }): Promise<Clock> {
  const seen = await lastSeen(db);
  const now = clock.now();
  if (seen === null || seen.getTime() - now.getTime() <= TOLERATED_MS) return clock;
  if (!goOn) throw new ClockBehind(now, seen);
  return goOnFrom(db, { productAt: seen, wallAt: clock.wall(), scale: clock.scale });
}

/** The latest time that was recorded: by an action, by money, by the meter, or at the installation. */
async function lastSeen(db: Sql): Promise<Date | null> {
  const { rows } = await sql<{ seen: Date | null }>`
    select greatest(
      (select created_at from audit_entries order by id desc limit 1),
      (select created_at from transfers order by id desc limit 1),
      (select created_at from accounts order by id desc limit 1),
      (select billed_through from meter_marks)
    ) as seen
  `.execute(db);
  return rows[0]?.seen ?? null;
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
