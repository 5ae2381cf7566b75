-- On a host where its engine places by itself: GPUs of a pool in the largest machine that it would still make there, as it says, or as
-- it has shown by refusing a larger one. No row, or null: as many as are free.
create table placeable_gpus (
  host_id text collate "C" not null references hosts on delete cascade,
  pool_id text collate "C" not null references pools on delete cascade,
  gpus integer check (gpus >= 0),
  -- When it last refused a machine.
  refused_at timestamptz,
  primary key (host_id, pool_id)
);

-- A cloud that places by itself may have no room for a server that was sold.
alter table servers drop constraint servers_giving_up_check;
alter table servers add constraint servers_giving_up_check check (giving_up in ('BOOT_FAILED', 'DEADLINE_PASSED', 'NO_CAPACITY'));
