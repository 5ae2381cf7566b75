-- Backups -------------------------------------------------------------------------------------------------------

create type backup_kind as enum ('automatic', 'manual');
create type backup_status as enum ('creating', 'ready', 'failed', 'deleting', 'deleted');

-- A server's backup option. The price is the one that was in force when it was last turned on.
create table backup_options (
  server_id text collate "C" primary key references servers,
  account_id text collate "C" not null references accounts,
  enabled boolean not null,
  hour_local integer not null check (hour_local between 0 and 23),
  retention integer not null check (retention between 1 and 7),
  monthly_price_micros bigint not null check (monthly_price_micros >= 0),
  -- What was charged for the option in the Toronto month that began then: never more than the monthly price.
  month_start timestamptz not null,
  month_micros bigint not null check (month_micros >= 0),
  -- Since when the option is on: hours that began before are billed without it. Null while it is off.
  enabled_at timestamptz,
  -- Until when a prepaid server's option is paid; turning it off and on again before then costs nothing.
  paid_until timestamptz,
  -- The next automatic backup, null while the option is off.
  next_run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index backup_options_due on backup_options (next_run_at) where next_run_at is not null;

create table backups (
  id text collate "C" primary key,
  server_id text collate "C" not null references servers,
  account_id text collate "C" not null references accounts,
  kind backup_kind not null,
  status backup_status not null,
  -- The Toronto date an automatic backup is for: at most one a day.
  local_date text check (local_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  size_gb double precision,
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz,
  deleted_at timestamptz,
  check ((kind = 'automatic') = (local_date is not null)),
  unique (server_id, local_date)
);
create index backups_server on backups (server_id, id);
create index backups_deleting on backups (id) where status = 'deleting';
create index backups_kept on backups (created_at) where status in ('ready', 'failed');

-- The backup that a server's task is making, and the one that a server was made from.
alter table servers add column backup_id text collate "C" references backups;
alter table servers add column source_backup_id text collate "C" references backups;
-- A backup that a new server still has to be made from is kept by the engine until it is.
create index servers_unmade on servers (source_backup_id) where source_backup_id is not null and first_active_at is null;

-- The term that a prepaid server is paid for; null on hourly servers.
alter table servers add column paid_from timestamptz, add column paid_until timestamptz;
alter table servers add check (paid_from < paid_until);

-- Budgets -------------------------------------------------------------------------------------------------------

-- Limits and what counts against them lie in the row that every charge writes anyway. An amount counts for the period
-- whose start stands beside it; in any other period nothing has been spent yet.
alter table ledger_accounts
  add column month_limit_micros bigint check (month_limit_micros >= 0),
  add column day_limit_micros bigint check (day_limit_micros >= 0),
  add column month_start timestamptz,
  add column month_spent_micros bigint not null default 0,
  add column day_start timestamptz,
  add column day_spent_micros bigint not null default 0,
  -- The runtime left, in hours, at which the customer was last warned; null when no warning is due to be taken back.
  add column warned_hours integer;

-- Servers that have a limit of their own.
create table server_budgets (
  server_id text collate "C" primary key references servers,
  account_id text collate "C" not null references accounts,
  month_limit_micros bigint not null check (month_limit_micros >= 0),
  month_start timestamptz not null,
  month_spent_micros bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);

-- What must be told to a customer by mail; the mail room sends it.
create table notices (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  kind text not null,
  server_id text collate "C",
  data jsonb not null,
  created_at timestamptz not null
);
create index notices_account on notices (account_id, id);

-- Spot ----------------------------------------------------------------------------------------------------------

-- A card that a preempted spot server still has to leave, sold on to an on-demand server or not yet: nobody's machine
-- starts on it before.
alter table gpus add column leaving_server_id text collate "C" references servers;
create index gpus_leaving on gpus (leaving_server_id) where leaving_server_id is not null;
-- Since when the card's server has it: the spot servers that came last are the first to go.
alter table gpus add column taken_at timestamptz;
