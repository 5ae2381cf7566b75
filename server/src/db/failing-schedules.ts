import { sql } from 'kysely';
import type { ClockDoubt } from '../kit/clock-watch.ts';
import type { Sql } from './connect.ts';

/** One lane of the periodic work: `engine` is empty if it belongs to none. */
export interface ScheduleLane {
  readonly schedule: string;
  readonly engine: string;
}

export interface FailingSchedule extends ScheduleLane {
  /** The process that fails; another one may succeed at the same time. */
  readonly process: string;
  readonly failingSince: Date;
  readonly failingSeconds: number;
  /** Why the clock is not trusted; null: it failed for another reason. Another version may use other values. */
  readonly clock: string | null;
  readonly error: string;
}

/** Longer than any failure waits for its next attempt: an older entry belongs to a process that has ended. */
const FORGOTTEN = '2 hours';
/** Enough for a sentence, and too little for a page of rows. */
const LONGEST_ERROR = 1000;

/** By the database's clock, because this process's may be the cause. */
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

/** The schedule succeeded: any process that failed at it has either ended, or will report again. */
export async function forgetFailing(db: Sql, { schedule, engine }: ScheduleLane): Promise<void> {
  await sql`delete from failing_schedules where schedule = ${schedule} and engine = ${engine}`.execute(db);
}

/** What fails now, in any process; longest-failing first. */
export async function listFailing(db: Sql): Promise<FailingSchedule[]> {
  const { rows } = await sql<FailingSchedule>`
    select process, schedule, engine, failing_since, clock, error,
      extract(epoch from clock_timestamp() - failing_since)::float8 as failing_seconds
    from failing_schedules where last_failed_at > clock_timestamp() - ${FORGOTTEN}::interval
    order by failing_since, schedule, engine, process
  `.execute(db);
  return rows;
}
