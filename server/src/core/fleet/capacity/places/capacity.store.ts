import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { prepared } from '../../../../db/prepared.ts';
import { addressRoomForOne } from '../../addresses/address-rooms.store.ts';
import { isFree, isOpen } from '../gpus/free-gpus.store.ts';
import { mayTake } from './placeable.store.ts';
import { promisedToOthers } from './promised-places.store.ts';
import type { LockedPools } from './locked-pools.store.ts';
import { hasDiskRoom, hasMachineRoom, needOfServer } from './room-for.store.ts';

export interface Placement {
  readonly hostId: string;
  /** The pool of all of the GPUs: machines of another pool may be of another kind. */
  readonly poolId: string;
  readonly hostName: string;
  readonly slots: number[];
}

/** The pool in which a server's machine is first made decides its disks, for good. */
const disksOfPool = sql`
  system_disk = case when servers.first_active_at is null then pools.system_disk else servers.system_disk end,
  work_disk = case when servers.first_active_at is null then pools.work_disk else servers.work_disk end`;

/**
 * Gives a server the lowest free GPUs of an accepting host that has room for it, and records the host and engine in its row. Prefers the
 * host that has its disks, then the one with the fewest GPUs left over, so that whole hosts stay free for large machines. Null if no host
 * has enough GPUs, or an address for it. `unlessPromised`: also null while others are promised a place in these pools, because they may
 * need what is free.
 */
export async function takeGpus(
  tx: Tx,
  pools: LockedPools,
  input: { gpuCount: number; serverId: string; keepsAddress?: boolean; exceptHostId?: string; unlessPromised?: boolean; at: Date },
): Promise<Placement | null> {
  const { gpuCount, serverId, keepsAddress = false, exceptHostId = null, unlessPromised = false, at } = input;
  // Candidates in order, behind an optimization fence: checks them for room one by one, until one has it.
  const { rows } = await sql<Placement>`
    ${prepared} with ${needOfServer(serverId)}, address_rooms as materialized (${addressRoomForOne}), host as (
      select hosts.id, hosts.name, hosts.engine, place.pool_id as of_pool from (
        select hosts.id as host_id, free.pool_id
        from hosts join (
          select gpus.host_id, gpus.pool_id, count(*) as gpus from gpus
          where gpus.pool_id = any(${pools.ids}::text[]) and ${isFree}
          group by gpus.host_id, gpus.pool_id having count(*) >= ${gpuCount}::integer
        ) free on free.host_id = hosts.id
        where hosts.state = 'accepting' and hosts.silent_since is null and hosts.id is distinct from ${exceptHostId}::text
          and ${mayTake(gpuCount, sql`free.pool_id`)} and not exists (select from gpus held where held.server_id = ${serverId})
          and not (${unlessPromised}::boolean and exists (select ${promisedToOthers(pools, serverId)}))
        order by (select is_disk from own where own.id = hosts.id) is not true, free.gpus, hosts.name collate "C", free.pool_id
        offset 0
      ) place cross join lateral (select * from hosts where hosts.id = place.host_id offset 0) hosts
      where ${hasMachineRoom} and ${hasDiskRoom}
        and (${keepsAddress}::boolean and not exists (select from shared_addresses where host_id = hosts.id)
          or not exists (select from address_rooms where address_rooms.host_id = hosts.id and address_rooms.room = 0))
      limit 1
    ), taken as (
      update gpus set server_id = ${serverId}, taken_at = ${at}
      from host
      where gpus.host_id = host.id and ${isFree} and gpus.slot in (
        select gpus.slot from gpus
        where gpus.host_id = host.id and gpus.pool_id = host.of_pool and ${isFree}
        order by gpus.slot
        limit ${gpuCount}::integer
      )
      returning gpus.slot
    ), placed as (
      update servers set host_id = host.id, pool_id = host.of_pool, engine = host.engine, ${disksOfPool} from host, pools
      where servers.id = ${serverId} and pools.id = host.of_pool and exists (select from taken)
    )
    select host.id as host_id, host.of_pool as pool_id, host.name as host_name, array_agg(taken.slot order by taken.slot) as slots
    from host cross join taken
    group by host.id, host.of_pool, host.name
  `.execute(tx);
  return rows[0] ?? null;
}

/**
 * Gives a server GPUs of one pool on one host that no server holds any more, and records the host and engine in its row. Prefers GPUs that
 * no machine has yet to leave; but if the server needs the address, cores or memory of a machine that is leaving, prefers that machine's.
 * Null if there are too few. The caller ensures that the host has room.
 */
export async function takeGpusOfHost(
  tx: Tx,
  _pools: LockedPools,
  input: { hostId: string; poolId: string; gpuCount: number; serverId: string; awaitsLeaving: boolean; at: Date },
): Promise<Placement | null> {
  const { hostId, poolId, gpuCount, serverId, awaitsLeaving, at } = input;
  const { rows } = await sql<Placement>`
    with open as (
      select slot from gpus where host_id = ${hostId} and pool_id = ${poolId} and ${isOpen}
      order by (leaving_server_id is null) = ${awaitsLeaving}::boolean, slot
      limit ${gpuCount}::integer
    ), taken as (
      update gpus set server_id = ${serverId}, taken_at = ${at}
      where host_id = ${hostId} and ${isOpen} and slot in (select slot from open)
        and (select count(*) from open) = ${gpuCount}::integer
      returning slot
    ), placed as (
      update servers set host_id = hosts.id, pool_id = pools.id, engine = hosts.engine, ${disksOfPool} from hosts, pools
      where servers.id = ${serverId} and hosts.id = ${hostId} and pools.id = ${poolId} and exists (select from taken)
    )
    select hosts.id as host_id, ${poolId}::text as pool_id, hosts.name as host_name, array_agg(taken.slot order by taken.slot) as slots
    from hosts cross join taken
    where hosts.id = ${hostId}
    group by hosts.id
  `.execute(tx);
  return rows[0] ?? null;
}

/**
 * Finds another accepting host with room for a hibernated server's disks, preferring the one with the most free GPUs, and counts them there
 * from now on; keeps the previous choice while it has room. Returns the host's id; null if none has room.
 */
export async function reserveDisks(tx: Tx, pools: LockedPools, { serverId }: { serverId: string }): Promise<string | null> {
  const { rows } = await sql<{ hostId: string }>`
    with ${needOfServer(serverId)}, host as (
      select hosts.id from (
        select hosts.* from hosts cross join need left join gpus on gpus.host_id = hosts.id and gpus.pool_id = any(${pools.ids}::text[]) and ${isFree}
        where exists (select from gpus own where own.host_id = hosts.id and own.pool_id = any(${pools.ids}::text[])) and hosts.state = 'accepting' and hosts.silent_since is null
        group by hosts.id, need.disks_to_host_id
        order by hosts.id is not distinct from need.disks_to_host_id desc, count(gpus.slot) desc, hosts.name collate "C"
        offset 0
      ) hosts
      where ${hasDiskRoom}
      limit 1
    )
    update servers set disks_to_host_id = host.id from host where servers.id = ${serverId}
    returning host.id as host_id
  `.execute(tx);
  return rows[0]?.hostId ?? null;
}

/** Servers whose disks were to leave a host keep them there. Disks already on their way are found wherever they are. */
export async function keepDisks(tx: Tx, { hostId }: { hostId: string }): Promise<void> {
  await tx.updateTable('servers').set({ disksToHostId: null }).where('disksHostId', '=', hostId).execute();
}

/** Takes the GPUs from a server whose machine is still on them: they may be sold, but nothing starts on them yet. */
export async function leaveGpus(tx: Tx, { serverId }: { serverId: string }): Promise<void> {
  await tx.updateTable('gpus').set({ leavingServerId: serverId, serverId: null, takenAt: null }).where('serverId', '=', serverId).execute();
}

/**
 * Gives a server back the GPUs of a host that its machine has yet to leave, instead of those it was moving to. False, without a change, if
 * one of them was sold. The pool is locked.
 */
export async function returnToGpus(tx: Tx, of: { serverId: string; hostId: string; gpuCount: number; at: Date }): Promise<boolean> {
  const { serverId, hostId, gpuCount, at } = of;
  const { rows } = await sql<{ slot: number }>`
    select slot from gpus where host_id = ${hostId} and leaving_server_id = ${serverId} and server_id is null order by slot for update
  `.execute(tx);
  if (rows.length !== gpuCount) return false;
  await releaseGpus(tx, { serverId });
  await sql`
    update gpus set server_id = ${serverId}, leaving_server_id = null, taken_at = least(${at}, coalesce(state_since, ${at}))
    where host_id = ${hostId} and leaving_server_id = ${serverId}
  `.execute(tx);
  return true;
}

/** Releases a server's GPUs. No effect on a server that holds none. */
export async function releaseGpus(tx: Tx, { serverId }: { serverId: string }): Promise<void> {
  await inSlotOrder(tx, sql`server_id = ${serverId}`, sql`server_id = null, taken_at = null`);
}

/** The machine of a preempted server is off its former GPUs: the servers they were sold to may start on them. */
export async function clearLeftGpus(tx: Tx, { serverId }: { serverId: string }): Promise<void> {
  await inSlotOrder(tx, sql`leaving_server_id = ${serverId}`, sql`leaving_server_id = null`);
}

/** One server may release a GPU while another leaves it: both lock GPUs in the same order. */
async function inSlotOrder(tx: Tx, which: RawBuilder<unknown>, change: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gpu as (select host_id, slot from gpus where ${which} order by host_id, slot for update)
    update gpus set ${change} from gpu where gpus.host_id = gpu.host_id and gpus.slot = gpu.slot
  `.execute(tx);
}

/** Whether a machine has yet to leave one of the server's GPUs. */
export async function awaitsGpus(db: Sql | Tx, serverId: string): Promise<boolean> {
  const gpu = await db
    .selectFrom('gpus')
    .select('slot')
    .where('serverId', '=', serverId)
    .where('leavingServerId', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return gpu !== undefined;
}

/** Whether the server's machine has yet to leave GPUs that the server no longer holds. */
export async function leavesGpus(db: Sql | Tx, serverId: string): Promise<boolean> {
  const gpu = await db.selectFrom('gpus').select('slot').where('leavingServerId', '=', serverId).limit(1).executeTakeFirst();
  return gpu !== undefined;
}

/** The slots, on its host, of the GPUs that a server holds. */
export async function slotsOf(db: Sql | Tx, serverId: string): Promise<number[]> {
  const rows = await db.selectFrom('gpus').select('slot').where('serverId', '=', serverId).orderBy('slot').execute();
  return rows.map((row) => row.slot);
}

export async function findHostName(db: Sql | Tx, hostId: string): Promise<string | null> {
  return (await db.selectFrom('hosts').select('name').where('id', '=', hostId).executeTakeFirst())?.name ?? null;
}

/**
 * The hosts declared for an engine, or the one of that name, with the model and name of each GPU by slot: what a simulated engine pretends
 * to have.
 */
export async function listEngineHosts(
  db: Sql | Tx,
  engine: string,
  name?: string,
): Promise<{ name: string; gpuModels: string[]; devices: (string | null)[] }[]> {
  const hosts = db
    .selectFrom('hosts')
    .innerJoin('gpus', 'gpus.hostId', 'hosts.id')
    .innerJoin('pools', 'pools.id', 'gpus.poolId')
    .select([
      'hosts.name',
      sql<string[]>`array_agg(pools.gpu_model order by gpus.slot)`.as('gpuModels'),
      sql<(string | null)[]>`array_agg(gpus.device order by gpus.slot)`.as('devices'),
    ])
    .where('hosts.engine', '=', engine)
    .groupBy('hosts.id')
    .orderBy('hosts.id');
  return (name === undefined ? hosts : hosts.where('hosts.name', '=', name)).execute();
}
