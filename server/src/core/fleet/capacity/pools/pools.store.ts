import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { lockPoolRows, type PoolRow } from '../hosts.store.ts';

/** False if another pool has the name. */
export async function updatePoolName(tx: Tx, { poolId, name }: { poolId: string; name: string }): Promise<boolean> {
  // Two pools that are given the same name at the same time wait for each other here. After the row's lock, because a transaction waiting
  // for that may still update pools.
  await sql`lock table pools in share row exclusive mode`.execute(tx);
  const { rows } = await sql`
    update pools set name = ${name} where id = ${poolId} and not exists (select from pools other where other.name = ${name}) returning id
  `.execute(tx);
  return rows.length > 0;
}

export async function updatePoolDisks(
  tx: Tx,
  { poolId, systemDisk, workDisk }: Pick<PoolRow, 'systemDisk' | 'workDisk'> & { poolId: string },
): Promise<void> {
  await tx.updateTable('pools').set({ systemDisk, workDisk }).where('id', '=', poolId).execute();
}

/** How many there are, and the name of one of them; null if there is none. */
interface Found {
  readonly count: number;
  readonly first: string | null;
}

/** The hosts that have GPUs of a pool, or slots for them. */
export function hostsOfPool(tx: Tx, poolId: string): Promise<Found> {
  return found(
    tx,
    sql`select name from hosts where pool_id = ${poolId} or exists (select from gpus where gpus.host_id = hosts.id and gpus.pool_id = ${poolId})`,
  );
}

/** The servers that last had GPUs of a pool and are not all gone yet. */
export function serversLastIn(tx: Tx, poolId: string): Promise<Found> {
  return found(tx, sql`select id as name from servers where pool_id = ${poolId} and (status <> 'DELETED' or task is not null)`);
}

async function found(tx: Tx, which: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<Found>`select count(*)::integer as count, min(name collate "C") as first from (${which}) found`.execute(tx);
  return rows[0] ?? { count: 0, first: null };
}

/** Deletes a pool that nothing needs, and keeps a record of its name. */
export async function deletePool(tx: Tx, { id, name, gpuModel }: PoolRow, removedAt: Date): Promise<void> {
  await tx.updateTable('servers').set({ poolId: null }).where('poolId', '=', id).execute();
  await tx.deleteFrom('pools').where('id', '=', id).execute();
  await tx.insertInto('removedPools').values({ id, name, gpuModel, removedAt }).execute();
}

/** A pool that a machine's record names, unless it was removed since; it cannot be removed until the transaction ends. */
export async function poolStillThere(tx: Tx, id: string | null): Promise<string | null> {
  const [pool] = await lockPoolRows(tx, id === null ? [] : [id]);
  return pool?.id ?? null;
}

/** The names of pools and what they sell, including removed pools. */
export async function nameAllPools(db: Sql): Promise<ReadonlyMap<string, Pick<PoolRow, 'name' | 'gpuModel'>>> {
  const { rows } = await sql<Pick<PoolRow, 'id' | 'name' | 'gpuModel'>>`
    select id, name, gpu_model from pools union all select id, name, gpu_model from removed_pools
  `.execute(db);
  return new Map(rows.map((pool) => [pool.id, pool]));
}
