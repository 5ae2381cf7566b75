import { sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { DatabaseTime } from '../kit/clock-watch.ts';
import type { Sql } from './connect.ts';

/** If this clock is set between its two readings, the database's would look like another clock. */
const TRIES = 3;
const STEADY_MS = 500;

/**
 * The database's clock compared with ours, and how far it has billed. A restore counts, too: the operator who typed it was there, and last
 * night's copy has billed only until last night.
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

/** Only the database's clock compared with ours. */
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
