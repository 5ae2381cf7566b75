import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Gpus, Hosts, HostSilence, HostState, HostStateWhy, Pools } from '../../../db/rows.gen.ts';

export type PoolRow = Selectable<Pools>;
export type HostRow = Selectable<Hosts>;
export type GpuRow = Selectable<Gpus>;

/** How much of what is found may be sold: (found - reserve) × factor. */
export interface Limit {
  readonly factor?: number | undefined;
  readonly reserve?: number | undefined;
}

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

export type NewHostRow = Pick<
  HostRow,
  'id' | 'poolId' | 'name' | 'state' | 'stateSince' | 'stateWhy' | 'silentSince' | 'silentWhy' | 'createdAt'
>;

/** False when the name is taken. */
export async function insertHost(tx: Tx, input: { host: NewHostRow; devices: readonly (string | null)[] }): Promise<boolean> {
  const { host, devices } = input;
  const row = await tx
    .insertInto('hosts')
    .values(host)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  const gpus = devices.map((device, slot) => ({ hostId: host.id, slot, serverId: null, device }));
  await tx.insertInto('gpus').values(gpus).execute();
  return true;
}

/** Locks a pool until the transaction ends: no machine is placed in it meanwhile. */
export async function lockPool(tx: Tx, id: string): Promise<PoolRow | null> {
  return (await tx.selectFrom('pools').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function findHost(db: Sql | Tx, id: string): Promise<HostRow | null> {
  return (await db.selectFrom('hosts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findHostByName(db: Sql | Tx, name: string): Promise<HostRow | null> {
  return (await db.selectFrom('hosts').selectAll().where('name', '=', name).executeTakeFirst()) ?? null;
}

export async function updateHostState(
  tx: Tx,
  { hostId, ...is }: { hostId: string; state: HostState; stateWhy: HostStateWhy; stateSince: Date },
): Promise<void> {
  await tx.updateTable('hosts').set(is).where('id', '=', hostId).execute();
}

/** How much of a host's cores and memory may be sold; what is left out stays. */
export async function updateMachineLimits(tx: Tx, input: { hostId: string; cores: Limit; memoryGb: Limit }): Promise<void> {
  const { hostId, cores, memoryGb } = input;
  await sql`
    update hosts set core_factor = coalesce(${cores.factor ?? null}::float8, core_factor),
      core_reserve = coalesce(${cores.reserve ?? null}::integer, core_reserve),
      memory_factor = coalesce(${memoryGb.factor ?? null}::float8, memory_factor),
      memory_reserve_gb = coalesce(${memoryGb.reserve ?? null}::integer, memory_reserve_gb)
    where id = ${hostId}
  `.execute(tx);
}

/** The same of storages. */
export async function updateStorageLimits(tx: Tx, { names, limit }: { names: readonly string[]; limit: Limit }): Promise<void> {
  await sql`
    update storages set factor = coalesce(${limit.factor ?? null}::float8, factor),
      reserve_gb = coalesce(${limit.reserve ?? null}::integer, reserve_gb)
    where name = any(${[...names]}::text[])
  `.execute(tx);
}

/**
 * Records on which hosts machines can be placed now. All others are silent since `at`, unless they already were, for their own reason
 * of `whys` or for that of the `others`. Returns the names of those that changed.
 */
export async function markReachable(
  db: Sql,
  input: { reachable: readonly string[]; whys: ReadonlyMap<string, HostSilence>; others: HostSilence; at: Date },
): Promise<{ silent: string[]; back: string[] }> {
  const reachable = sql<boolean>`name = any(${[...input.reachable]}::text[])`;
  const why = sql<HostSilence>`coalesce(
    (select told.why from unnest(${[...input.whys.keys()]}::text[], ${[...input.whys.values()]}::host_silence[]) told (host, why)
      where told.host = hosts.name),
    ${input.others}::host_silence)`;
  const silent = await db
    .updateTable('hosts')
    .set({ silentSince: input.at, silentWhy: why })
    .where('silentSince', 'is', null)
    .where((eb) => eb.not(reachable))
    .returning('name')
    .execute();
  await db
    .updateTable('hosts')
    .set({ silentWhy: why })
    .where('silentWhy', 'is distinct from', why)
    .where((eb) => eb.not(reachable))
    .execute();
  const back = await db
    .updateTable('hosts')
    .set({ silentSince: null, silentWhy: null })
    .where('silentSince', 'is not', null)
    .where(reachable)
    .returning('name')
    .execute();
  return { silent: silent.map(({ name }) => name), back: back.map(({ name }) => name) };
}

/** Hosts of an engine that are being drained and that answer. */
export function selectDraining(db: Sql, engine: string): Promise<Pick<HostRow, 'id' | 'name' | 'poolId'>[]> {
  return db
    .selectFrom('hosts')
    .innerJoin('pools', 'pools.id', 'hosts.poolId')
    .select(['hosts.id', 'hosts.name', 'hosts.poolId'])
    .where('pools.engine', '=', engine)
    .where('hosts.state', '=', 'draining')
    .where('hosts.silentSince', 'is', null)
    .orderBy('hosts.id')
    .execute();
}

export function selectPools(db: Sql | Tx, limit: number): Promise<PoolRow[]> {
  return db.selectFrom('pools').selectAll().orderBy('id').limit(limit).execute();
}

export function selectHosts(db: Sql | Tx, input: { poolId?: string | undefined; limit: number }): Promise<HostRow[]> {
  let query = db.selectFrom('hosts').selectAll();
  if (input.poolId !== undefined) query = query.where('poolId', '=', input.poolId);
  return query.orderBy('id').limit(input.limit).execute();
}

/** The GPUs of these hosts, by host and slot. */
export async function selectGpus(db: Sql | Tx, hostIds: readonly string[]): Promise<GpuRow[]> {
  if (hostIds.length === 0) return [];
  return db.selectFrom('gpus').selectAll().where('hostId', 'in', hostIds).orderBy('hostId').orderBy('slot').execute();
}

/** These servers and their accounts. */
export async function selectHostedServers(db: Sql | Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('servers as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .select(['s.id', 's.name', 's.status', 's.planId', 's.accountId', 'a.name as accountName'])
    .where('s.id', 'in', [...ids])
    .execute();
}
