import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../db/connect.ts';
import type { Gpus, Hosts, HostState, Pools } from '../../db/rows.gen.ts';

export type PoolRow = Selectable<Pools>;
export type HostRow = Selectable<Hosts>;
export type CardRow = Selectable<Gpus>;

/** False when the name is taken. */
export async function insertPool(tx: Tx, pool: PoolRow): Promise<boolean> {
  const row = await tx
    .insertInto('pools')
    .values(pool)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the name is taken. */
export async function insertHost(tx: Tx, input: { host: HostRow; gpuCount: number }): Promise<boolean> {
  const { host, gpuCount } = input;
  const row = await tx
    .insertInto('hosts')
    .values(host)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  const cards = Array.from({ length: gpuCount }, (_, slot) => ({ hostId: host.id, slot, serverId: null }));
  await tx.insertInto('gpus').values(cards).execute();
  return true;
}

/** Locks a pool until the transaction ends: no machine is placed in it meanwhile. */
export async function lockPool(tx: Tx, id: string): Promise<PoolRow | null> {
  return (await tx.selectFrom('pools').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function findHost(db: Sql | Tx, id: string): Promise<HostRow | null> {
  return (await db.selectFrom('hosts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function updateHostState(tx: Tx, input: { hostId: string; state: HostState }): Promise<void> {
  await tx.updateTable('hosts').set({ state: input.state }).where('id', '=', input.hostId).execute();
}

export async function modelExists(db: Sql | Tx, slug: string): Promise<boolean> {
  return (await db.selectFrom('gpuModels').select('slug').where('slug', '=', slug).executeTakeFirst()) !== undefined;
}

export function selectPools(db: Sql | Tx, limit: number): Promise<PoolRow[]> {
  return db.selectFrom('pools').selectAll().orderBy('id').limit(limit).execute();
}

export function selectHosts(db: Sql | Tx, input: { poolId?: string | undefined; limit: number }): Promise<HostRow[]> {
  let query = db.selectFrom('hosts').selectAll();
  if (input.poolId !== undefined) query = query.where('poolId', '=', input.poolId);
  return query.orderBy('id').limit(input.limit).execute();
}

/** The cards of these hosts, by host and slot. */
export async function selectCards(db: Sql | Tx, hostIds: readonly string[]): Promise<CardRow[]> {
  if (hostIds.length === 0) return [];
  return db.selectFrom('gpus').selectAll().where('hostId', 'in', hostIds).orderBy('hostId').orderBy('slot').execute();
}
