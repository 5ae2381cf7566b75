import type { Sql } from '../../../db/connect.ts';

/** Public: where servers are, by the operator's own names; the default region first. Omits regions that have no host yet. */
export async function publicPlaces(db: Sql): Promise<string[]> {
  const rows = await db
    .selectFrom('regions')
    .select('name')
    .where((of) =>
      of.exists(of.selectFrom('pools').innerJoin('hosts', 'hosts.poolId', 'pools.id').whereRef('pools.region', '=', 'regions.id')),
    )
    .orderBy('isDefault', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}
