import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import type { MetricsSample, MetricsWindow } from '../../../engines/engine.ts';
import { READING_GAP_SECONDS, type Reading } from '../../../engines/engine-stores.ts';

/** If two workers measure at the same time, one of the two readings is stored. */
export async function insertReadings(db: Sql, readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return;
  await db
    .insertInto('readings')
    .values([...readings])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rates, as defined by the engines' port (`ReadingBook`). */
export async function selectSamples(db: Sql, serverId: string, window: MetricsWindow): Promise<MetricsSample[]> {
  const { from, to, stepSeconds } = window;
  const { rows } = await sql<{ step: bigint; cpu: number; ram: number; networkIn: number; networkOut: number }>`
    with rate as (
      select at, 100 * (1 - memory_free_bytes / memory_total_bytes) as ram,
        extract(epoch from at - lag(at) over before) as seconds,
        100 * (cpu_seconds - lag(cpu_seconds) over before) / vcores as cpu,
        received_bytes - lag(received_bytes) over before as network_in,
        sent_bytes - lag(sent_bytes) over before as network_out
      from readings
      where server_id = ${serverId} and at >= ${from}::timestamptz - make_interval(secs => ${READING_GAP_SECONDS}) and at < ${to}
      window before as (order by at)
    )
    select floor(extract(epoch from at - ${from}::timestamptz) / ${stepSeconds}::integer)::bigint as step,
      sum(cpu) / sum(seconds) as cpu, avg(ram) as ram,
      sum(network_in) / sum(seconds) as network_in, sum(network_out) / sum(seconds) as network_out
    from rate
    where at >= ${from} and seconds > 0 and seconds <= ${READING_GAP_SECONDS} and cpu >= 0 and network_in >= 0 and network_out >= 0
    group by step order by step
  `.execute(db);
  return rows.map((row) => ({
    at: new Date(from.getTime() + Number(row.step) * stepSeconds * 1000),
    cpu: hundredths(Math.min(100, row.cpu)),
    ram: hundredths(Math.min(100, row.ram)),
    networkIn: Math.round(row.networkIn),
    networkOut: Math.round(row.networkOut),
  }));
}

export async function deleteReadingsBefore(db: Sql, at: Date): Promise<void> {
  await db.deleteFrom('readings').where('at', '<', at).execute();
}

function hundredths(value: number): number {
  return Math.round(Number(value) * 100) / 100;
}
