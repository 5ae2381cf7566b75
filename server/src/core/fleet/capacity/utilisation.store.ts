import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { isHeld } from './free-gpus.store.ts';

/**
 * Records for every pool how many GPUs it has and how many are held; one that is set aside counts while a server has it. A second
 * record of the same time changes nothing.
 */
export async function insertPoolReadings(db: Sql, at: Date): Promise<void> {
  await sql`
    insert into pool_readings (pool_id, at, gpus, held)
    select pools.id, ${at}, count(*) filter (where gpus.state = 'ok' or ${isHeld}), count(*) filter (where ${isHeld})
    from pools left join gpus on gpus.pool_id = pools.id
    group by pools.id
    on conflict do nothing
  `.execute(db);
}

export async function deletePoolReadingsBefore(db: Sql, at: Date): Promise<void> {
  await db.deleteFrom('poolReadings').where('at', '<', at).execute();
}

export interface PoolPoint {
  readonly poolId: string;
  readonly at: Date;
  readonly gpus: number;
  readonly held: number;
}

/** Averages of the readings since a time, in buckets of some hours; earliest first. */
export async function averagePoolReadings(db: Sql, input: { since: Date; bucketHours: number }): Promise<readonly PoolPoint[]> {
  const { rows } = await sql<PoolPoint>`
    select pool_id, date_bin(${input.bucketHours} * interval '1 hour', at, timestamptz '2020-01-01 00:00:00+00') as at,
      avg(gpus)::float8 as gpus, avg(held)::float8 as held
    from pool_readings where at >= ${input.since}
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}
