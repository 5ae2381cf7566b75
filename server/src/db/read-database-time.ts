import { sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { DatabaseTime } from '../kit/clock-watch.ts';
import type { Sql } from './connect.ts';

/** A clock that is set between two looks at it would make the database's look like another. */
const TRIES = 3;
const STEADY_MS = 500;

/**
 * The clock of the database beside ours, and how far it has billed. A restore counts as that, too: whoever typed it was there, and a copy of
 * last night has billed until last night.
 */
export async function readDatabaseTime(db: Sql, clock: Clock): Promise<DatabaseTime> {
  const { row, ...clocks } = await readSteadily(clock, async () => {
    const { rows } = await sql<{ now: Date; billed: Date | null }>`
      select clock_timestamp() as now,
             case when exists (select from servers)
                  then greatest((select billed_through from meter_marks), (select max(noted_at) from restores)) end as billed
    `.execute(db);
    return rows[0];
  });
  const lagMs = row.billed && (clock.now().getTime() - row.billed.getTime()) / clock.scale;
  return { ...clocks, billedMs: lagMs === null ? null : clocks.answeredMs - lagMs };
}

/** The clock of the database beside ours, and nothing else. */
export async function readClocks(db: Sql, clock: Clock): Promise<Omit<DatabaseTime, 'billedMs'>> {
  const { row: _row, ...clocks } = await readSteadily(clock, async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    return rows[0];
  });
  return clocks;
}

async function readSteadily<R extends { readonly now: Date }>(
  clock: Clock,
  read: () => Promise<R | undefined>,
): Promise<Omit<DatabaseTime, 'billedMs'> & { row: R }> {
  for (let tries = 1; ; tries += 1) {
    const begun = performance.now();
    const asked = clock.wall();
    const row = await read();
    const answered = clock.wall();
    const isSteady = Math.abs(answered.getTime() - asked.getTime() - (performance.now() - begun)) < STEADY_MS;
    if (row === undefined || (!isSteady && tries < TRIES)) continue;
    return { row, askedMs: asked.getTime(), answeredMs: answered.getTime(), databaseMs: row.now.getTime() };
  }
}
