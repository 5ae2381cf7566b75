/**
 * The simulated engine's own tables. One statement, so that it runs completely or not at all, and under a lock, because `create … if not
 * exists` by two processes at the same time fails in one of them.
 */
export const schemaSql = `
do $schema$
begin
  perform pg_advisory_xact_lock(hashtext('simulated_engine'));
  create schema if not exists simulated_engine;

  create table if not exists simulated_engine.machine (
    server_id text primary key,
    host_name text not null,
    via text not null check (via in ('starting', 'rebooting', 'stopping', 'hibernating', 'deleting')),
    to_power text not null check (to_power in ('running', 'failed', 'stopped', 'hibernated', 'absent')),
    started_at timestamptz not null,
    ready_at timestamptz not null,
    failure text,
    reboot_token text,
    pending_reboot_token text,
    ipv4 text constraint machine_ipv4_key unique,
    ipv6 text constraint machine_ipv6_key unique,
    address_generation integer not null,
    has_run boolean not null,
    spec jsonb not null,
    firewall jsonb not null,
    version integer not null,
    -- What a test has written on the disks, standing for all that they hold.
    system_disk text not null default '',
    work_disk text not null default ''
  );
  create index if not exists machine_unsettled on simulated_engine.machine (ready_at)
    where to_power = 'absent' or (to_power = 'hibernated' and ipv4 is not null);

  -- A card of a host belongs to one machine: the key refuses what would be sold twice.
  create table if not exists simulated_engine.gpu_slot (
    host_name text not null,
    slot integer not null,
    server_id text not null references simulated_engine.machine on delete cascade,
    constraint gpu_slot_pkey primary key (host_name, slot)
  );
  create index if not exists gpu_slot_server on simulated_engine.gpu_slot (server_id);

  -- Times a machine ran that are over; the one that lasts is in the machine's row.
  create table if not exists simulated_engine.running_period (
    server_id text not null references simulated_engine.machine on delete cascade,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    primary key (server_id, started_at)
  );

  -- Not tied to the machine: a backup outlives it.
  create table if not exists simulated_engine.backup (
    backup_id text primary key,
    server_id text not null,
    started_at timestamptz not null,
    ready_at timestamptz not null,
    failure text,
    size_gb double precision not null,
    content text not null
  );

  create table if not exists simulated_engine.fault (
    id integer generated always as identity primary key,
    kind text not null check (kind in (
      'boot_fails', 'backup_fails', 'call_fails', 'answer_lost', 'host_lost', 'slow', 'never_ends', 'engine_silent', 'disk_full'
    )),
    server_id text,
    call text,
    host_name text,
    -- How often it still strikes; null: until cleared.
    remaining integer constraint fault_remaining_left check (remaining >= 0),
    factor double precision,
    cause text
  );
  create unique index if not exists fault_host on simulated_engine.fault (host_name) where kind = 'host_lost';
  create unique index if not exists fault_disk on simulated_engine.fault (host_name) where kind = 'disk_full';
  create unique index if not exists fault_slow on simulated_engine.fault (kind) where kind = 'slow';

  create table if not exists simulated_engine.leftover (
    kind text not null,
    name text not null,
    server_id text not null,
    host_name text,
    primary key (kind, name)
  );

  create table if not exists simulated_engine.holder (
    single boolean primary key default true check (single),
    id text not null,
    epoch integer not null
  );

  create table if not exists simulated_engine.dead_gpu (
    host_name text not null,
    slot integer not null,
    primary key (host_name, slot)
  );

  -- A deps made before there were backups.
  if not exists (
    select from information_schema.columns
    where table_schema = 'simulated_engine' and table_name = 'machine' and column_name = 'system_disk'
  ) then
    alter table simulated_engine.machine
      add column system_disk text not null default '', add column work_disk text not null default '';
  end if;
  -- One made before there were backups, guests that never end, or engines that are wholly down.
  if not exists (
    select from pg_constraint
    where conrelid = 'simulated_engine.fault'::regclass and pg_get_constraintdef(oid) like '%engine_silent%'
  ) then
    alter table simulated_engine.fault
      drop constraint fault_kind_check,
      add constraint fault_kind_check
        check (kind in (
          'boot_fails', 'backup_fails', 'call_fails', 'answer_lost', 'host_lost', 'slow', 'never_ends', 'engine_silent', 'disk_full'
        ));
  end if;
end
$schema$`;

/** Runs one statement on Postgres, outside any transaction of the caller. timestamptz comes back as Date. */
export type Query = <R>(sql: string, params?: readonly unknown[]) => Promise<readonly R[]>;
