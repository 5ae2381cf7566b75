-- What a removed pool was called: how full it was stays to be read, under its name, and so do the lines of the audit log.
create table removed_pools (
  id text collate "C" primary key,
  name text not null,
  gpu_model text collate "C" not null,
  removed_at timestamptz not null
);
alter table pool_readings drop constraint pool_readings_pool_id_fkey;
