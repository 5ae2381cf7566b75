-- What the disks of a pool's new servers are, where the engine leaves the choice. Null: as the engine does by itself.
create type system_disk as enum ('flavor', 'volume');
create type work_disk as enum ('volume', 'ephemeral');
alter table pools add column system_disk system_disk, add column work_disk work_disk;
