import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { firstOrNull } from '../../../../db/first-or-null.ts';
import type { Regions } from '../../../../db/rows.gen.ts';

export type RegionRow = Selectable<Regions>;

/** The region with this id, or, without one, the default, which always exists. */
export function findRegion(db: Sql | Tx, id: string | undefined): Promise<RegionRow | null> {
  const regions = db.selectFrom('regions').selectAll();
  return firstOrNull(id === undefined ? regions.where('isDefault', '=', true) : regions.where('id', '=', id));
}

/** Locks a region until the transaction ends: it gets no pool and no server meanwhile. */
export function lockRegion(tx: Tx, id: string): Promise<RegionRow | null> {
  return firstOrNull(tx.selectFrom('regions').selectAll().where('id', '=', id).forUpdate());
}

export interface OpenRegion extends RegionRow {
  /** Whether a host there accepts machines. */
  readonly open: boolean;
  /** Whether a spot plan is sold there. */
  readonly spot: boolean;
  /** Whether servers get an IPv6 address there: the operator says so, and every engine there can provide one. */
  readonly ipv6: boolean;
}

/** The default region first, then by id. */
export async function selectRegions(db: Sql | Tx): Promise<OpenRegion[]> {
  const { rows } = await sql<OpenRegion>`
    select regions.*,
      exists (select from pools join hosts on hosts.pool_id = pools.id where pools.region = regions.id and hosts.state = 'accepting'
        and hosts.silent_since is null) as open,
      exists (select from pools join plans using (gpu_model) where pools.region = regions.id and plans.spot and plans.purchasable) as spot,
      regions.ipv6 and not exists (
        select from pools join engine_traits traits on traits.engine = pools.engine where pools.region = regions.id and not traits.ipv6
      ) as ipv6
    from regions order by is_default desc, id
  `.execute(db);
  return rows;
}

/** False if there is already one with this id. */
export async function insertRegion(tx: Tx, row: RegionRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('regions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateRegion(tx: Tx, { id, ...change }: RegionRow): Promise<void> {
  await tx.updateTable('regions').set(change).where('id', '=', id).execute();
}

/** Keeps others from adding or changing a region until the transaction ends. Take it before the lock of a single region. */
export async function lockRegions(tx: Tx): Promise<void> {
  await sql`lock table regions in share row exclusive mode`.execute(tx);
}

/** Leaves no region as the default, until another becomes it in the same transaction: use with `lockRegions`. */
export async function clearDefaultRegion(tx: Tx): Promise<void> {
  await tx.updateTable('regions').set({ isDefault: false }).where('isDefault', '=', true).execute();
}

/** Whether it has a pool, or has ever had servers. */
export async function isRegionUsed(db: Sql | Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from pools where region = ${id}) or exists (select from environments where region = ${id}) as used
  `.execute(db);
  return rows[0]?.used === true;
}

export async function deleteRegion(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('regions').where('id', '=', id).execute();
}
