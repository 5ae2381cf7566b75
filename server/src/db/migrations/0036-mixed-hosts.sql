-- A host may serve several pools: its GPUs belong to them. The host's own pool tells its engine and its region.
alter table gpus add column pool_id text collate "C" references pools;
update gpus set pool_id = hosts.pool_id from hosts where hosts.id = gpus.host_id;
alter table gpus alter column pool_id set not null;
create index gpus_pool on gpus (pool_id);

-- Whether one of its hosts has GPUs of another pool, too: then sales of both wait for each other, because they share its memory.
alter table pools add column shares_hosts boolean not null default false;

-- Whose GPUs the server had last: its machine is of that pool's kind, also while it hibernates. Null: it never had any.
alter table servers add column pool_id text collate "C" references pools;
update servers set pool_id = gpus.pool_id from gpus where servers.id in (gpus.server_id, gpus.leaving_server_id);
update servers set pool_id = hosts.pool_id from hosts
where servers.pool_id is null and hosts.id = coalesce(servers.host_id, servers.disks_host_id);
