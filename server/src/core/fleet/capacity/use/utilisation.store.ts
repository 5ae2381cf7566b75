import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../../db/connect.ts';
import { isHeld } from '../gpus/free-gpus.store.ts';

/**
 * Records for every pool how many GPUs it has and how many are held; a GPU that is set aside counts while a server has it. A second record
 * for the same time changes nothing.
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

/**
 * Averages of the readings in [start, end), by hour or by day of Toronto's calendar; earliest first. `at` is the start of the hour or day.
 */
export async function averagePoolReadings(db: Sql, input: { start: Date; end: Date; per: 'hour' | 'day' }): Promise<readonly PoolPoint[]> {
  const { rows } = await sql<PoolPoint>`
    select pool_id, date_trunc(${input.per}, at, ${BILLING_TIMEZONE}) as at, avg(gpus)::float8 as gpus, avg(held)::float8 as held
    from pool_readings where at >= ${input.start} and at < ${input.end}
    group by 1, 2 order by 2, 1
  `.execute(db);
  return rows;
}

/** The time of the earliest reading kept; null if there is none. */
export async function firstPoolReading(db: Sql): Promise<Date | null> {
  const row = await db
    .selectFrom('poolReadings')
    .select((eb) => eb.fn.min('at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
