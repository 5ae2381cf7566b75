-- What a pool of the engine may choose from; empty: nothing.
alter table engine_traits
  add column system_disks text[] not null default '{}' check (system_disks <@ '{flavor,volume}'),
  add column work_disks text[] not null default '{}' check (work_disks <@ '{volume,ephemeral}');
