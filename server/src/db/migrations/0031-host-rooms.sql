-- Gigabytes on which disks and backups of one host, or of several, draw together. Size: as the engine finds it, but for the reserve.
create table storages (
  name text collate "C" primary key,
  size_gb integer not null check (size_gb >= 0),
  -- How much of it may be sold: (size - reserve) * factor.
  factor double precision not null default 1 check (factor > 0),
  reserve_gb integer not null default 20 check (reserve_gb >= 0)
);

alter table hosts
  -- As the engine finds them. Null: it has not told, and they are not counted.
  add column cores integer check (cores >= 0),
  add column memory_gb integer check (memory_gb >= 0),
  add column system_storage text collate "C" references storages,
  add column work_storage text collate "C" references storages,
  add column backup_storage text collate "C" references storages,
  -- How much of them may be sold, as of a storage.
  add column core_factor double precision not null default 1 check (core_factor > 0),
  add column core_reserve integer not null default 0 check (core_reserve >= 0),
  add column memory_factor double precision not null default 1 check (memory_factor > 0),
  add column memory_reserve_gb integer not null default 4 check (memory_reserve_gb >= 0);
create index hosts_system_storage on hosts (system_storage) where system_storage is not null;
create index hosts_work_storage on hosts (work_storage) where work_storage is not null;

alter table servers
  -- Where the disks of a server without GPUs lie; null: it has none, or nobody has told yet. Kept while it wakes, until it runs.
  add column disks_host_id text collate "C" references hosts on delete set null,
  -- Where they are being moved to from there.
  add column disks_to_host_id text collate "C" references hosts on delete set null;
create index servers_disks_host on servers (disks_host_id) where disks_host_id is not null;
create index servers_disks_to_host on servers (disks_to_host_id) where disks_to_host_id is not null;

-- Where a backup lies, or is being made; null: nobody has told.
alter table backups add column storage text collate "C" references storages;
create index backups_storage on backups (storage) where storage is not null and status in ('creating', 'ready', 'deleting');
