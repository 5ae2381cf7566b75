-- The engines that an installation has or had, by the names that its configuration gives them: what a pool may name. Names are kept
-- when the configuration no longer has them, because machines are still there.
create table engines (
  name text collate "C" primary key,
  -- What it is, and so who assigns addresses and cards; a name never changes its kind.
  kind text not null
);
-- Until now an engine was named by its kind.
insert into engines (name, kind) values ('simulated', 'simulated'), ('incus', 'incus');
insert into engines (name, kind) select distinct engine, engine from pools on conflict do nothing;
alter table pools
  alter column engine type text collate "C",
  add foreign key (engine) references engines;

-- The engine that knows the host by its name: that of its pool. Two engines may have hosts of the same name.
alter table hosts add column engine text collate "C" references engines;
update hosts set engine = pools.engine from pools where pools.id = hosts.pool_id;
alter table hosts alter column engine set not null;
alter table hosts drop constraint hosts_name_key;
alter table hosts add unique (engine, name);

-- The engine that has the server's machine, disks and backups: that of the host where it was placed first. Null until then.
alter table servers add column engine text collate "C" references engines;
update servers set engine = coalesce(
  (select hosts.engine from hosts where hosts.id = servers.host_id),
  (select hosts.engine from hosts where hosts.id = servers.disks_host_id),
  (select pools.engine from pools where pools.id = servers.pool_id),
  (select pools.engine from pools join plans on plans.gpu_model = pools.gpu_model
    where plans.id = servers.plan_id and pools.region = servers.region order by pools.id limit 1),
  (select engine from pools order by id limit 1)
);
alter table servers
  add check (engine is not null or host_id is null),
  add check (engine is not null or first_active_at is null);

-- The engine in whose network the address is; null: any that takes its addresses from us.
alter table addresses add column engine text collate "C" references engines;
update addresses set engine = 'incus';
alter table addresses add check (engine is not null or host_name is null);
drop index addresses_free;
create index addresses_free on addresses (engine, family, released_at nulls first, ip) where server_id is null;

-- An engine names its storages, so two may use the same name: here it is engine/name.
alter table hosts
  drop constraint hosts_system_storage_fkey,
  drop constraint hosts_work_storage_fkey,
  drop constraint hosts_backup_storage_fkey;
alter table backups drop constraint backups_storage_fkey;
create temporary table former_storages on commit drop as
  select distinct storages.name, coalesce(hosts.engine, (select engine from pools order by id limit 1), 'incus') as engine
  from storages left join hosts on storages.name in (hosts.system_storage, hosts.work_storage, hosts.backup_storage);
delete from former_storages a using former_storages b where a.name = b.name and a.engine > b.engine;
update hosts set system_storage = hosts.engine || '/' || system_storage,
  work_storage = hosts.engine || '/' || work_storage, backup_storage = hosts.engine || '/' || backup_storage;
update backups set storage = former.engine || '/' || former.name from former_storages former where former.name = backups.storage;
update storages set name = former.engine || '/' || former.name from former_storages former where former.name = storages.name;
alter table hosts
  add foreign key (system_storage) references storages,
  add foreign key (work_storage) references storages,
  add foreign key (backup_storage) references storages;
alter table backups add foreign key (storage) references storages;
