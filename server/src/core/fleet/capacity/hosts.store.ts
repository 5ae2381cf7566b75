import { answersAlthough } from '@boreal/contract/fleet/hosts.ts';
import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { setSavepoint } from '../../../db/savepoint.ts';
import type { Gpus, Hosts, HostSilence, HostState, HostStateWhy, Pools } from '../../../db/rows.gen.ts';

export type PoolRow = Selectable<Pools>;
export type HostRow = Selectable<Hosts>;
export type GpuRow = Selectable<Gpus>;

/** How much of what is found may be sold: (found - reserve) × factor. */
export interface Limit {
  readonly factor?: number | undefined;
  readonly reserve?: number | undefined;
}

/** False if the name is taken. */
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
  'id' | 'engine' | 'poolId' | 'name' | 'state' | 'stateSince' | 'stateWhy' | 'silentSince' | 'silentWhy' | 'createdAt'
>;

/** The GPUs of a host, in the order of their slots: each with its pool, and the engine's own name for it. */
export interface NewGpu {
  readonly poolId: string;
  readonly device: string | null;
}

/** False if the engine already has a host of that name. */
export async function insertHost(tx: Tx, input: { host: NewHostRow; gpus: readonly NewGpu[] }): Promise<boolean> {
  const { host, gpus } = input;
  const row = await tx
    .insertInto('hosts')
    .values(host)
    .onConflict((conflict) => conflict.columns(['engine', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .insertInto('gpus')
    .values(gpus.map((gpu, slot) => ({ ...gpu, hostId: host.id, slot, serverId: null })))
    .execute();
  return true;
}

/**
 * Whether our machines may be on a host that is new to our rows: either the engine no longer knows a host that has servers, which may be
 * this one under another name, or the database was restored and the host may have been added since the copy.
 */
export async function mayHaveMachines(tx: Tx, engine: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from hosts where engine = ${engine} and silent_why = 'unknown_host'
        and exists (select from gpus where gpus.host_id = hosts.id and (server_id is not null or leaving_server_id is not null or orphan_id is not null))
    ) or exists (select from restores) as may
  `.execute(tx);
  return rows[0]?.may === true;
}

/**
 * Locks the pools that a host has GPUs of, and `more`, until the transaction ends, in the order in which sales lock them. No machine is
 * placed on the host meanwhile.
 */
export async function lockPoolsOf(tx: Tx, hostId: string, more: readonly string[] = []): Promise<PoolRow[]> {
  const before = await setSavepoint(tx);
  for (;;) {
    const pools = await lockPoolRows(tx, [...(await poolIdsOf(tx, hostId)), ...more]);
    // If GPUs of another pool were added while this waited, lock all pools again from the start, in their order.
    if ((await poolIdsOf(tx, hostId)).every((id) => pools.some((pool) => pool.id === id))) return pools;
    await before.rollBack();
  }
}

/** The same for pools by their ids; omits those that do not exist. */
export async function lockPoolRows(tx: Tx, ids: readonly string[]): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`select * from pools where id = any(${[...ids]}::text[]) order by id for update`.execute(tx);
  return rows;
}

async function poolIdsOf(tx: Tx, hostId: string): Promise<string[]> {
  const rows = await tx.selectFrom('gpus').select('poolId').distinct().where('hostId', '=', hostId).execute();
  return rows.map(({ poolId }) => poolId);
}

/** Records whether each of these pools, all locked, shares a host with others. */
export async function noteSharing(tx: Tx, poolIds: readonly string[]): Promise<void> {
  await sql`
    update pools set shares_hosts = shares.hosts from (
      select pool.id, exists (
        select from gpus own join gpus other on other.host_id = own.host_id and other.pool_id <> own.pool_id where own.pool_id = pool.id
      ) as hosts
      from pools pool where pool.id = any(${[...poolIds]}::text[])
    ) shares
    where pools.id = shares.id and pools.shares_hosts <> shares.hosts
  `.execute(tx);
}

export async function findHost(db: Sql | Tx, id: string): Promise<HostRow | null> {
  return (await db.selectFrom('hosts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** A host's engine and region, which all its pools share. */
export async function readHome(db: Sql | Tx, { poolId }: Pick<HostRow, 'poolId'>): Promise<Pick<PoolRow, 'engine' | 'region'>> {
  return db.selectFrom('pools').select(['engine', 'region']).where('id', '=', poolId).executeTakeFirstOrThrow();
}

/** The host with this name on its engine. */
export async function findHostByName(db: Sql | Tx, { engine, name }: { engine: string; name: string }): Promise<HostRow | null> {
  return (await db.selectFrom('hosts').selectAll().where('engine', '=', engine).where('name', '=', name).executeTakeFirst()) ?? null;
}

export async function updateHostState(
  tx: Tx,
  { hostId, ...is }: { hostId: string; state: HostState; stateWhy: HostStateWhy; stateSince: Date },
): Promise<void> {
  await tx.updateTable('hosts').set(is).where('id', '=', hostId).execute();
}

/** Sets how much of a host's cores and memory may be sold; omitted fields keep their values. */
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

/** The same for storages. */
export async function updateStorageLimits(tx: Tx, { names, limit }: { names: readonly string[]; limit: Limit }): Promise<void> {
  await sql`
    update storages set factor = coalesce(${limit.factor ?? null}::float8, factor),
      reserve_gb = coalesce(${limit.reserve ?? null}::integer, reserve_gb)
    where name = any(${[...names]}::text[])
  `.execute(tx);
}

/**
 * Records on which hosts of an engine machines can be placed now. All others are silent since `at`, unless they already were, for their own
 * reason in `whys` or the one in `others`. Returns the names of those that changed.
 */
export async function markReachable(
  db: Sql,
  input: { engine: string; reachable: readonly string[]; whys: ReadonlyMap<string, HostSilence>; others: HostSilence; at: Date },
): Promise<{ silent: string[]; back: string[] }> {
  const reachable = sql<boolean>`name = any(${[...input.reachable]}::text[])`;
  const why = sql<HostSilence>`coalesce(
    (select told.why from unnest(${[...input.whys.keys()]}::text[], ${[...input.whys.values()]}::host_silence[]) told (host, why)
      where told.host = hosts.name),
    ${input.others}::host_silence)`;
  // Asked at every look; the answer is nearly always no.
  const isOtherwise = await db
    .selectFrom('hosts')
    .select('id')
    .where('engine', '=', input.engine)
    .where(
      sql<boolean>`case when ${reachable} then silent_since is not null else silent_since is null or silent_why is distinct from ${why} end`,
    )
    .limit(1)
    .executeTakeFirst();
  if (!isOtherwise) return { silent: [], back: [] };
  const silent = await db
    .updateTable('hosts')
    .set({ silentSince: input.at, silentWhy: why })
    .where('engine', '=', input.engine)
    .where('silentSince', 'is', null)
    .where((eb) => eb.not(reachable))
    .returning('name')
    .execute();
  await db
    .updateTable('hosts')
    .set({ silentWhy: why })
    .where('engine', '=', input.engine)
    .where('silentWhy', 'is distinct from', why)
    .where((eb) => eb.not(reachable))
    .execute();
  const back = await db
    .updateTable('hosts')
    .set({ silentSince: null, silentWhy: null })
    .where('engine', '=', input.engine)
    .where('silentSince', 'is not', null)
    .where(reachable)
    .returning('name')
    .execute();
  return { silent: silent.map(({ name }) => name), back: back.map(({ name }) => name) };
}

/** Whether its engine answers for a host, even if nothing may be sold on it. */
export function doesAnswer({ silentSince, silentWhy }: Pick<HostRow, 'silentSince' | 'silentWhy'>): boolean {
  return silentSince === null || answersAlthough.some((why) => why === silentWhy);
}

/** An engine's hosts that are being drained and answer. */
export function selectDraining(db: Sql, engine: string): Promise<Pick<HostRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('hosts')
    .select(['id', 'name'])
    .where('engine', '=', engine)
    .where('state', '=', 'draining')
    .where((eb) => eb.or([eb('silentSince', 'is', null), eb('silentWhy', 'in', answersAlthough)]))
    .orderBy('id')
    .execute();
}

export function selectPools(db: Sql | Tx, limit: number): Promise<PoolRow[]> {
  return db.selectFrom('pools').selectAll().orderBy('id').limit(limit).execute();
}

export function selectHosts(db: Sql | Tx, input: { poolId?: string | undefined; limit: number }): Promise<HostRow[]> {
  let query = db.selectFrom('hosts').selectAll();
  const { poolId } = input;
  if (poolId !== undefined) {
    query = query.where((eb) =>
      eb.exists(eb.selectFrom('gpus').select('gpus.slot').whereRef('gpus.hostId', '=', 'hosts.id').where('gpus.poolId', '=', poolId)),
    );
  }
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
