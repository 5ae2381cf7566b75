import { sql } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { addressRoomForOne, addressRooms } from '../../addresses/address-rooms.store.ts';
import type { DiskRoom, Room } from '../capacity.rules.ts';
import { isFree } from '../gpus/free-gpus.store.ts';
import { allowedGb, machineRoom, storageRooms, takenGb } from '../places/room-for.store.ts';

/** What an accepting host has for another server; includes hosts without a free GPU. */
export interface HostRoom {
  readonly hostId: string;
  readonly hostName: string;
  /** By pool. */
  readonly freeGpus: ReadonlyMap<string, number>;
  /** How many more servers could get an address; null if the engine assigns its own. */
  readonly addresses: number | null;
  readonly machine: Room;
  readonly disks: DiskRoom;
}

/** The rooms of these pools' accepting hosts. */
export async function readHostRooms(db: Sql | Tx, { poolIds }: { poolIds: readonly string[] }): Promise<HostRoom[]> {
  const { rows } = await sql<{
    hostId: string;
    hostName: string;
    freeGpus: Readonly<Record<string, number>>;
    addresses: string | null;
    cores: number | null;
    memoryGb: number | null;
    systemGb: number | null;
    workGb: number | null;
    shared: boolean;
  }>`
    with disks as materialized (${storageRooms})
    select hosts.id as host_id, hosts.name as host_name,
      (select jsonb_object_agg(pool_id, free) from (
        select pool_id, count(*) filter (where ${isFree}) as free from gpus where gpus.host_id = hosts.id group by pool_id
      ) of_pool) as free_gpus,
      rooms.room::text as addresses,
      machine.cores, machine.memory_gb, system.gb as system_gb, work.gb as work_gb,
      coalesce(hosts.system_storage = hosts.work_storage, false) as shared
    from hosts
    cross join lateral (${machineRoom}) machine
    left join (${addressRooms}) rooms on rooms.host_id = hosts.id
    left join disks system on system.name = hosts.system_storage
    left join disks work on work.name = hosts.work_storage
    where exists (select from gpus where gpus.host_id = hosts.id and gpus.pool_id = any(${[...poolIds]}::text[])) and hosts.state = 'accepting' and hosts.silent_since is null
    order by hosts.id
  `.execute(db);
  return rows.map(({ hostId, hostName, freeGpus, addresses, cores, memoryGb, systemGb, workGb, shared }) => ({
    hostId,
    hostName,
    freeGpus: new Map(Object.entries(freeGpus)),
    addresses: addresses === null ? null : Number(addresses),
    machine: { cores, memoryGb },
    disks: { systemGb, workGb, shared },
  }));
}

/** The storage for backups of a host's servers, and what is left of it; null if not counted. */
export async function readBackupRoom(tx: Tx, hostId: string): Promise<{ storage: string; gb: number } | null> {
  const { rows } = await sql<{ storage: string; gb: number }>`
    select storages.name as storage, (${allowedGb} - ${takenGb})::float8 as gb
    from hosts join storages on storages.name = hosts.backup_storage
    where hosts.id = ${hostId}
  `.execute(tx);
  return rows[0] ?? null;
}

/** Names of an engine's accepting hosts that have free GPUs but can sell no more because they lack addresses. */
export async function hostsWithoutAddress(db: Sql, engine: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select hosts.name from hosts join (${addressRoomForOne}) rooms on rooms.host_id = hosts.id
    where rooms.room = 0 and hosts.engine = ${engine} and hosts.state = 'accepting'
      and exists (select from gpus where gpus.host_id = hosts.id and ${isFree})
    order by hosts.name collate "C"
  `.execute(db);
  return rows.map((row) => row.name);
}
