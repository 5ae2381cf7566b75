import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';

/**
 * The meter's mark: the time up to which hours are billed. Guarded by an advisory lock rather than by its row's lock, because Postgres
 * grants advisory locks in the order of requests: however many transactions share the mark, the meter comes next.
 */
const GUARD = sql`hashtextextended('meter mark', 0)`;

/**
 * Shares the mark until the transaction ends. Starting, stopping or resuming a clock does so before taking any other lock, so that an hour
 * is either billed before the change is visible or judged after it, never missed between the two.
 */
export async function shareMeterMark(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${GUARD})`.execute(tx);
}

/** Owns the mark until the transaction ends: two meters never bill at the same time, and no clock changes meanwhile. */
export async function ownMeterMark(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${GUARD})`.execute(tx);
}

/** The time up to which hours are billed. To decide by it, share or own the mark first, then read it. */
export async function readMeterMark(db: Sql | Tx): Promise<Date> {
  return (await db.selectFrom('meterMarks').select('billedThrough').where('id', '=', 'hourly').executeTakeFirstOrThrow()).billedThrough;
}

/** The caller owns the mark. */
export async function moveMeterMark(tx: Tx, through: Date): Promise<void> {
  await tx.updateTable('meterMarks').set({ billedThrough: through }).where('id', '=', 'hourly').execute();
}

/** Sets where the meter begins on a new installation. Later starts leave the mark where it is. */
export async function ensureMeterMark(db: Sql | Tx, now: Date): Promise<void> {
  await sql`insert into meter_marks (id, billed_through) values ('hourly', ${now}) on conflict do nothing`.execute(db);
}
