-- What each engine states of itself, as a process last opened it: what it can, and how many minutes moves of its servers may take. An
-- engine that has stated nothing yet can everything, within the times of the specification.
create table engine_traits (
  engine text primary key,
  placement text not null check (placement in ('boreal', 'engine')),
  relocation boolean not null,
  ipv6 boolean not null,
  work_disk text not null check (work_disk in ('kept', 'scratch')),
  metrics boolean not null,
  console text not null check (console in ('shell', 'line', 'none')),
  provisioning_minutes integer not null check (provisioning_minutes > 0),
  reboot_minutes integer not null check (reboot_minutes > 0),
  backup_minutes integer not null check (backup_minutes > 0),
  relocation_minutes integer not null check (relocation_minutes > 0)
);
