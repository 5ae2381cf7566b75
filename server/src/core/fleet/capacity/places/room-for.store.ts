import { sql, type RawBuilder } from 'kysely';
import type { PlanSizes } from '../capacity.rules.ts';

/**
 * How much is left on a host, in SQL, for the `hosts` of the surrounding statement. Every server with GPUs there, or with GPUs yet to leave
 * there, takes cores and memory; those, and the servers hibernated there, take disks. What the engine has not reported is null, and not
 * counted.
 *
 * Nothing is stored: it follows from the rows that say which server is where. So adding to these rows requires the lock of the pool and
 * that of the region's mixed hosts (`lockPools`).
 */

/** How much of what was found may be sold; null if nothing was found. */
export function allowed(found: string, reserve: string, factor: string): RawBuilder<number | null> {
  const [all, kept] = [sql.ref(found), sql.ref(reserve)];
  return sql`floor((case when ${all} > ${kept} then ${all} - ${kept} else ${all} * 0 end) * ${sql.ref(factor)})`;
}

export const allowedCores = allowed('hosts.cores', 'hosts.core_reserve', 'hosts.core_factor');
export const allowedMemoryGb = allowed('hosts.memory_gb', 'hosts.memory_reserve_gb', 'hosts.memory_factor');
export const allowedGb = allowed('storages.size_gb', 'storages.reserve_gb', 'storages.factor');

/**
 * Joins each server of the preceding item with its plan. By its id, behind an optimization fence: otherwise, if the table of servers has
 * grown since it was last analyzed, Postgres reads all servers and looks for each among those of the host.
 */
function withPlan(serverId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (
    select plans.* from servers join plans on plans.id = servers.plan_id where servers.id = ${serverId} offset 0
  ) plans`;
}

/** The GPUs of a host, behind an optimization fence: few rows by its key, whereas the index on servers' GPUs covers all hosts. */
function gpusOf(host: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select server_id, leaving_server_id, pool_id from gpus where gpus.host_id = ${host} offset 0) gpus`;
}

/** The servers whose machines a host runs, or is to run. */
function machinesOn(host: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select machine.id from ${gpusOf(host)} cross join lateral (values (server_id), (leaving_server_id)) machine (id)
    where machine.id is not null group by machine.id`;
}

/** The servers whose disks a host has, or is to have. */
function disksOn(host: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${machinesOn(host)}
    union select id from servers where disks_host_id = ${host} union select id from servers where disks_to_host_id = ${host}`;
}

const hostId = sql`hosts.id`;

/** What no machine uses of one host: one row of `cores` and `memory_gb`. */
export const machineRoom = sql`
  select (${allowedCores} - coalesce(sum(plans.vcores), 0))::float8 as cores,
    (${allowedMemoryGb} - coalesce(sum(plans.ram_gb), 0))::float8 as memory_gb
  from (${machinesOn(hostId)}) machine ${withPlan(sql`machine.id`)}`;

/**
 * The same, once all servers of this pool that `goes` selects, by `servers` and their `plans`, and those that have yet to leave, are gone.
 * Machines of the host's other pools stay: nobody waits there for machines of another pool, and no server is preempted for GPUs that are
 * not its own.
 */
export function machineRoomWithout(goes: RawBuilder<unknown>, pool: RawBuilder<unknown>): RawBuilder<unknown> {
  const stays = sql`not (machine.of_pool and server.goes)`;
  return sql`
    select (${allowedCores} - coalesce(sum(server.vcores) filter (where ${stays}), 0))::float8 as cores,
      (${allowedMemoryGb} - coalesce(sum(server.ram_gb) filter (where ${stays}), 0))::float8 as memory_gb
    from (
      select server_id as id, gpus.pool_id = ${pool} as of_pool from ${gpusOf(hostId)} where server_id is not null
      union select leaving_server_id, false from ${gpusOf(hostId)} where leaving_server_id is not null and gpus.pool_id <> ${pool}
    ) machine cross join lateral (
      select (${goes}) as goes, plans.vcores, plans.ram_gb from servers join plans on plans.id = servers.plan_id
      where servers.id = machine.id offset 0
    ) server`;
}

/** Gigabytes that disks and backups take in one of the `storages`: each server counts once, however many of its hosts draw on it. */
export const takenGb = sql<number>`coalesce((
  select sum(disk.gb) from (
    select plans.storage_gb as gb from (${disksOnHostsOf('system_storage')}) placed ${withPlan(sql`placed.id`)}
    union all
    select plans.local_storage_gb from (${disksOnHostsOf('work_storage')}) placed ${withPlan(sql`placed.id`)}
    union all
    select ceil(coalesce(backup.size_gb, plans.storage_gb)) from (
      select server_id, size_gb from backups
      where backups.storage = storages.name and backups.status in ('creating', 'ready', 'deleting') offset 0
    ) backup ${withPlan(sql`backup.server_id`)}
  ) disk
), 0)`;

/** The servers that have disks on hosts that draw on one of the `storages`. */
function disksOnHostsOf(use: 'system_storage' | 'work_storage'): RawBuilder<unknown> {
  return sql`select placed.id from hosts at cross join lateral (${disksOn(sql`at.id`)}) placed
    where ${sql.ref(`at.${use}`)} = storages.name group by placed.id`;
}

/**
 * What is left of every storage (`name`, `gb`); negative if more was sold than there is. The same as `takenGb` computes for one, read in
 * one pass for all.
 */
export const storageRooms = sql`
  select storages.name, (${allowedGb} - coalesce(taken.gb, 0))::float8 as gb
  from storages left join (
    select storage, sum(gb) as gb from (
      select distinct disk.storage, disk.kind, placed.id, disk.gb
      from (
        select host_id, server_id as id from gpus where server_id is not null
        union select host_id, leaving_server_id from gpus where leaving_server_id is not null
        union select disks_host_id, id from servers where disks_host_id is not null
        union select disks_to_host_id, id from servers where disks_to_host_id is not null
      ) placed
      join hosts on hosts.id = placed.host_id join servers on servers.id = placed.id join plans on plans.id = servers.plan_id
      cross join lateral (values
        (hosts.system_storage, 'system', plans.storage_gb), (hosts.work_storage, 'work', plans.local_storage_gb)
      ) disk (storage, kind, gb)
      where disk.storage is not null
      union all
      select backups.storage, 'backup', backups.id, ceil(coalesce(backups.size_gb, plans.storage_gb))
      from backups join servers on servers.id = backups.server_id join plans on plans.id = servers.plan_id
      where backups.storage is not null and backups.status in ('creating', 'ready', 'deleting')
    ) disk group by storage
  ) taken on taken.storage = storages.name`;

/** What a plan takes: the `need` of `hasDiskRoom` and `hasMachineRoom`, for a server that has no host yet. */
export function needOfPlan(plan: PlanSizes): RawBuilder<unknown> {
  const { vcores, ramGb, storageGb, localStorageGb } = plan;
  return sql`
    need as (select ${vcores}::integer as vcores, ${ramGb}::integer as ram_gb,
      ${storageGb}::integer as storage_gb, ${localStorageGb}::integer as local_storage_gb),
    own as (select hosts.id, hosts.system_storage, hosts.work_storage, false as is_machine, false as is_disk from hosts where false)`;
}

/** The same for a server, which needs nothing more on its `own` hosts, where it already is. */
export function needOfServer(serverId: string): RawBuilder<unknown> {
  return sql`
    need as (select plans.vcores, plans.ram_gb, plans.storage_gb, plans.local_storage_gb, servers.disks_host_id, servers.disks_to_host_id
      from servers join plans on plans.id = servers.plan_id where servers.id = ${serverId}),
    own as (
      select hosts.id, hosts.system_storage, hosts.work_storage, bool_or(at.is_machine) as is_machine, bool_or(at.is_disk) as is_disk
      from (
        select disks_host_id as id, false as is_machine, true as is_disk from need
        union all select disks_to_host_id, false, false from need
        union all select host_id, true, false from gpus where leaving_server_id = ${serverId}
      ) at join hosts on hosts.id = at.id
      group by hosts.id
    )`;
}

/** Whether the `need` fits in what is left of the `storages` of `hosts`. */
export const hasDiskRoom = sql<boolean>`not exists (
  select from (
    select want.storage, sum(want.gb) as gb
    from need cross join lateral (values
      (hosts.system_storage, need.storage_gb, exists (select from own where own.system_storage = hosts.system_storage)),
      (hosts.work_storage, need.local_storage_gb, exists (select from own where own.work_storage = hosts.work_storage))
    ) want (storage, gb, is_there)
    where want.gb > 0 and not want.is_there
    group by want.storage
  ) wanted join storages on storages.name = wanted.storage
  where ${allowedGb} - ${takenGb} < wanted.gb
)`;

/** Whether a `room` of cores and memory is enough for the `need`. */
export const isEnough = sql<boolean>`coalesce(room.cores >= need.vcores, true) and coalesce(room.memory_gb >= need.ram_gb, true)`;

/** Whether the `need` fits next to the machines on `hosts`. */
export const hasMachineRoom = sql<boolean>`(
  exists (select from own where own.id = hosts.id and own.is_machine)
  or exists (select from need, (${machineRoom}) room where ${isEnough})
)`;
