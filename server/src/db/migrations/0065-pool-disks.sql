-- What the disks of a pool's new servers are, where the engine leaves the choice. Null: as the engine does by itself.
create type system_disk as enum ('flavor', 'volume');
create type work_disk as enum ('volume', 'ephemeral');
alter table pools add column system_disk system_disk, add column work_disk work_disk;

-- A server keeps what its pool said when its machine was made, whatever the pool says later and whichever pool it moves to.
alter table servers add column system_disk system_disk, add column work_disk work_disk;

-- What a pool of the engine may choose from; empty: nothing.
alter table engine_traits
  add column system_disks text[] not null default '{}' check (system_disks <@ '{flavor,volume}'),
  add column work_disks text[] not null default '{}' check (work_disks <@ '{volume,ephemeral}');
