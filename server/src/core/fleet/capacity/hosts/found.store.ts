import { sql } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';
import type { EngineHost, EngineStorage } from '../../../../engines/engine-hosts.ts';

/** Our name for an engine's storage; another engine may have a storage of the same name. */
export function storageName(engine: string, name: string): string {
  return `${engine}/${name}`;
}

/** The engine's own name for one of its storages. */
export function ownStorageName(engine: string, name: string): string {
  return name.slice(engine.length + 1);
}

/** Records what an engine finds on its hosts, where it has changed. A host whose contents it cannot report keeps its last values. */
export async function noteFound(db: Sql | Tx, engine: string, hosts: readonly Pick<EngineHost, 'name' | 'found'>[]): Promise<void> {
  const told = hosts.flatMap(({ name, found }) => {
    if (found === null) return [];
    const { cores, memoryGb, storages } = found;
    const ours = (storage: EngineStorage | null) => storage && { ...storage, name: storageName(engine, storage.name) };
    const [system, work, backups] = [ours(storages.system), ours(storages.work), ours(storages.backups)];
    return [{ name, cores, memory_gb: memoryGb, system, work, backups }];
  });
  if (told.length === 0) return;
  const rows = JSON.stringify(told);
  await sql`
    with sized as (
      insert into storages (name, size_gb)
      select storage ->> 'name', max((storage ->> 'sizeGb')::integer)
      from jsonb_array_elements(${rows}::jsonb) told
      join hosts on hosts.engine = ${engine} and hosts.name = told ->> 'name'
      cross join lateral (values (told -> 'system'), (told -> 'work'), (told -> 'backups')) each_storage (storage)
      where jsonb_typeof(storage) = 'object'
      group by 1 order by 1
      on conflict (name) do update set size_gb = excluded.size_gb where storages.size_gb <> excluded.size_gb
    )
    update hosts set cores = told.cores, memory_gb = told.memory_gb, system_storage = told.system_storage,
      work_storage = told.work_storage, backup_storage = told.backup_storage
    from (
      select told ->> 'name' as name, (told ->> 'cores')::integer as cores, (told ->> 'memory_gb')::integer as memory_gb,
        told -> 'system' ->> 'name' as system_storage, told -> 'work' ->> 'name' as work_storage,
        told -> 'backups' ->> 'name' as backup_storage
      from jsonb_array_elements(${rows}::jsonb) told
    ) told
    where hosts.engine = ${engine} and hosts.name = told.name and (hosts.cores, hosts.memory_gb, hosts.system_storage, hosts.work_storage, hosts.backup_storage)
      is distinct from (told.cores, told.memory_gb, told.system_storage, told.work_storage, told.backup_storage)
  `.execute(db);
}

/**
 * Records where the disks of an engine's hibernated servers are, by the engine's host names, where it has changed. Ignores servers that
 * have begun to be restored.
 */
export async function noteDisks(
  db: Sql,
  engine: string,
  disks: readonly { readonly serverId: string; readonly hostName: string }[],
): Promise<void> {
  if (disks.length === 0) return;
  await sql`
    update servers set disks_host_id = hosts.id,
      disks_to_host_id = case when disks_to_host_id is distinct from hosts.id then disks_to_host_id end
    from unnest(${disks.map(({ serverId }) => serverId)}::text[], ${disks.map(({ hostName }) => hostName)}::text[]) seen (server_id, host_name)
    join hosts on hosts.engine = ${engine} and hosts.name = seen.host_name
    where servers.id = seen.server_id and servers.engine = ${engine} and servers.status = 'HIBERNATED' and servers.task is null
      and servers.disks_host_id is distinct from hosts.id
  `.execute(db);
}
