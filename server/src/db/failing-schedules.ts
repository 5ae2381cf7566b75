import { sql } from 'kysely';
import type { ClockDoubt } from '../kit/clock-watch.ts';
import type { Sql } from './connect.ts';

/** One lane of the periodic work: `engine` is empty where it is of none. */
export interface ScheduleLane {
  readonly schedule: string;
  readonly engine: string;
}

export interface FailingSchedule extends ScheduleLane {
  /** Which process fails at it; another one may do it beside it. */
  readonly process: string;
  readonly failingSince: Date;
  readonly failingSeconds: number;
  /** Why the clock is not trusted; null: it failed for another reason. Another version may have other words. */
  readonly clock: string | null;
  readonly error: string;
}

/** Longer than any failure waits for its next try: what is older is of a process that has ended. */
const FORGOTTEN = '2 hours';
/** Enough for a sentence, and too little for a page of rows. */
const LONGEST_ERROR = 1000;

/** By the database's clock, because ours may be why it fails. */
export async function noteFailing(
  db: Sql,
  { process, schedule, engine }: ScheduleLane & { readonly process: string },
  { clock, error }: { clock: ClockDoubt | null; error: string },
): Promise<void> {
  const said = error.slice(0, LONGEST_ERROR);
  await sql`
    insert into failing_schedules (process, schedule, engine, failing_since, last_failed_at, clock, error)
    values (${process}, ${schedule}, ${engine}, clock_timestamp(), clock_timestamp(), ${clock}, ${said})
    on conflict (schedule, engine, process) do update
      set last_failed_at = excluded.last_failed_at, clock = excluded.clock, error = excluded.error
  `.execute(db);
}

/** It was done: whatever process failed at it has either ended, or says so again. */
export async function forgetFailing(db: Sql, { schedule, engine }: ScheduleLane): Promise<void> {
  await sql`delete from failing_schedules where schedule = ${schedule} and engine = ${engine}`.execute(db);
}

/** What fails now, in whatever process; longest first. */
export async function listFailing(db: Sql): Promise<FailingSchedule[]> {
  const { rows } = await sql<FailingSchedule>`
    select process, schedule, engine, failing_since, clock, error,
      extract(epoch from clock_timestamp() - failing_since)::float8 as failing_seconds
    from failing_schedules where last_failed_at > clock_timestamp() - ${FORGOTTEN}::interval
    order by failing_since, schedule, engine, process
  `.execute(db);
  return rows;
}
