import { sql } from 'kysely';
import type { Sql } from '../../../../db/connect.ts';
import { ownStorageName } from './found.store.ts';
import { allowedCores, allowedGb, allowedMemoryGb, machineRoom, takenGb } from '../places/room-for.store.ts';

/** A resource of a host: how much the engine finds, how much may be sold, (found - reserve) × factor, and how much machines take. */
export interface Use {
  readonly found: number;
  readonly allowed: number;
  readonly used: number;
  readonly factor: number;
  readonly reserve: number;
}

export const storageKinds = ['system', 'work', 'backups'] as const;

export interface StorageUse extends Use {
  /** The engine's name for it. */
  readonly name: string;
  /** What the host keeps on it; other hosts may draw on it, too. */
  readonly kinds: readonly (typeof storageKinds)[number][];
}

/** Null, or no storage: the engine has not reported it, and it is not counted. */
export interface HostUse {
  readonly cores: Use | null;
  readonly memoryGb: Use | null;
  readonly storages: readonly StorageUse[];
}

interface MachineRow {
  readonly hostId: string;
  readonly cores: number | null;
  readonly allowedCores: number | null;
  readonly roomCores: number | null;
  readonly coreFactor: number;
  readonly coreReserve: number;
  readonly memoryGb: number | null;
  readonly allowedMemoryGb: number | null;
  readonly roomMemoryGb: number | null;
  readonly memoryFactor: number;
  readonly memoryReserveGb: number;
}

/** What these hosts have besides GPUs, by host id. */
export async function readHostUse(db: Sql, hostIds: readonly string[]): Promise<ReadonlyMap<string, HostUse>> {
  const ids = sql`${[...hostIds]}::text[]`;
  const { rows } = await sql<MachineRow>`
    select hosts.id as host_id, hosts.cores, ${allowedCores}::float8 as allowed_cores, room.cores as room_cores,
      hosts.core_factor, hosts.core_reserve, hosts.memory_factor, hosts.memory_reserve_gb,
      hosts.memory_gb, ${allowedMemoryGb}::float8 as allowed_memory_gb, room.memory_gb as room_memory_gb
    from hosts cross join lateral (${machineRoom}) room
    where hosts.id = any(${ids})
  `.execute(db);
  const { rows: disks } = await sql<{ hostId: string; engine: string; kinds: (typeof storageKinds)[number][] } & Omit<StorageUse, 'kinds'>>`
    with used as materialized (
      select storages.name, storages.size_gb as found, ${allowedGb}::float8 as allowed, ${takenGb}::float8 as used,
        storages.factor, storages.reserve_gb as reserve
      from storages
      where exists (select from hosts where hosts.id = any(${ids}) and storages.name in (system_storage, work_storage, backup_storage))
    )
    select hosts.id as host_id, hosts.engine, used.*, array_remove(array[
      case when used.name = system_storage then 'system' end, case when used.name = work_storage then 'work' end,
      case when used.name = backup_storage then 'backups' end], null) as kinds
    from hosts join used on used.name in (system_storage, work_storage, backup_storage)
    where hosts.id = any(${ids})
    order by used.name
  `.execute(db);
  const storages = Map.groupBy(disks, ({ hostId }) => hostId);
  return new Map(
    rows.map((row) => [
      row.hostId,
      {
        cores: useOf({
          found: row.cores,
          allowed: row.allowedCores,
          room: row.roomCores,
          factor: row.coreFactor,
          reserve: row.coreReserve,
        }),
        memoryGb: useOf({
          found: row.memoryGb,
          allowed: row.allowedMemoryGb,
          room: row.roomMemoryGb,
          factor: row.memoryFactor,
          reserve: row.memoryReserveGb,
        }),
        storages: (storages.get(row.hostId) ?? []).map(({ hostId: _, engine, name, ...storage }) => ({
          name: ownStorageName(engine, name),
          ...storage,
        })),
      },
    ]),
  );
}

function useOf(of: { found: number | null; allowed: number | null; room: number | null; factor: number; reserve: number }): Use | null {
  const { found, allowed, room, factor, reserve } = of;
  return found === null || allowed === null || room === null ? null : { found, allowed, used: allowed - room, factor, reserve };
}
