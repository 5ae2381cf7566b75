-- A machine that no server accounts for has this GPU: nobody else is sold it, and its server's row would.
alter table gpus add column orphan_id text collate "C";
alter table gpus add constraint gpus_orphan check (orphan_id is null or (server_id is null and leaving_server_id is null)) not valid;
alter table gpus validate constraint gpus_orphan;
create index gpus_orphans on gpus (orphan_id) where orphan_id is not null;

-- A server whose machine had no row, because an older copy of the database was restored, and was given one.
create table adoptions (
  server_id text collate "C" primary key references servers,
  adopted_at timestamptz not null,
  -- From when on its hours are charged; null: its clock did not run, because it was hibernated.
  clock_from timestamptz check (clock_from <= adopted_at)
);
