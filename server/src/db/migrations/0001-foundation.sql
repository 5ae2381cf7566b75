-- Every id is text in the "C" collation (bytewise, so that ids sort by age and compare fast).
-- Every time is written by the product's clock; no default calls now().
-- Money is bigint micro-CAD. Amounts that moved money are never updated.

create type user_role as enum ('customer', 'operator');
create type member_role as enum ('owner', 'billing', 'developer', 'viewer');
create type key_kind as enum ('rest', 'mcp');
create type key_access as enum ('full', 'read_only');
create type host_state as enum ('accepting', 'draining', 'offline');
create type billing_cycle as enum ('hourly', 'monthly', 'annual');
create type server_status as enum ('PROVISIONING', 'ACTIVE', 'STOPPED', 'REBOOTING', 'HIBERNATED', 'ERROR', 'DELETED');
create type server_task as enum ('starting', 'stopping', 'hibernating', 'restoring', 'deleting', 'backing_up');
create type machine_goal as enum ('running', 'stopped', 'hibernated', 'gone');
create type firewall_direction as enum ('ingress', 'egress');
create type firewall_protocol as enum ('tcp', 'udp', 'icmp');
create type ethertype as enum ('IPv4', 'IPv6');
create type event_level as enum ('info', 'warning', 'error');
create type actor_type as enum ('user', 'api_key', 'mcp_key', 'system', 'operator');
create type ledger_account_kind as enum ('customer_credit', 'revenue', 'cash', 'tax', 'promo');
create type transfer_type as enum ('topup', 'usage', 'backup', 'refund', 'adjustment', 'promo', 'order');

-- People and accounts -------------------------------------------------------------------------------------------

create table accounts (
  id text collate "C" primary key,
  name text not null,
  created_at timestamptz not null
);

create table users (
  id text collate "C" primary key,
  email text not null,
  name text not null,
  role user_role not null,
  password_hash text,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table memberships (
  account_id text collate "C" not null references accounts,
  user_id text collate "C" not null references users,
  role member_role not null,
  created_at timestamptz not null,
  primary key (account_id, user_id)
);

create table api_keys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  kind key_kind not null,
  access key_access not null,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_account on api_keys (account_id, id);

create table ssh_keys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  name text not null,
  public_key text not null,
  fingerprint text not null,
  created_at timestamptz not null,
  unique (account_id, fingerprint)
);

-- Catalog -------------------------------------------------------------------------------------------------------

create table gpu_models (
  slug text collate "C" primary key,
  name text not null,
  memory_gb integer not null check (memory_gb > 0),
  position integer not null
);

create table plans (
  id text collate "C" primary key,
  gpu_model text collate "C" not null references gpu_models,
  gpu_count integer not null check (gpu_count in (1, 2, 4, 8)),
  spot boolean not null,
  hourly_only boolean not null,
  vcores integer not null,
  ram_gb integer not null,
  storage_gb integer not null,
  storage_type text not null,
  local_storage_gb integer not null,
  price_on_request boolean not null,
  purchasable boolean not null,
  auto_provisioning boolean not null,
  created_at timestamptz not null,
  unique (gpu_model, gpu_count, spot),
  check (hourly_only or not spot)
);

-- A dated price: in force from valid_from until the next row of the same plan and account. Never edited.
create table prices (
  id bigint generated always as identity primary key,
  plan_id text collate "C" not null references plans,
  account_id text collate "C" references accounts,
  valid_from timestamptz not null,
  hourly_micros bigint not null check (hourly_micros > 0),
  monthly_micros bigint check (monthly_micros > 0),
  annual_micros bigint check (annual_micros > 0),
  created_at timestamptz not null,
  unique nulls not distinct (plan_id, account_id, valid_from)
);

create table images (
  id text collate "C" primary key,
  name text not null,
  type text not null,
  version text not null,
  arch text not null,
  size_gb integer not null,
  is_default boolean not null,
  username text not null,
  labels text[] not null,
  created_at timestamptz not null
);
create unique index images_default on images (is_default) where is_default;

-- Capacity ------------------------------------------------------------------------------------------------------

create table pools (
  id text collate "C" primary key,
  name text not null unique,
  engine text not null,
  gpu_model text collate "C" not null references gpu_models,
  region text not null,
  created_at timestamptz not null
);

create table hosts (
  id text collate "C" primary key,
  pool_id text collate "C" not null references pools,
  name text not null unique,
  state host_state not null,
  created_at timestamptz not null
);
create index hosts_pool on hosts (pool_id);

-- One row a card: a card has at most one server, whatever else goes wrong.
create table gpus (
  host_id text collate "C" not null references hosts,
  slot integer not null check (slot >= 0),
  server_id text collate "C",
  primary key (host_id, slot)
);
create index gpus_server on gpus (server_id) where server_id is not null;

-- Servers -------------------------------------------------------------------------------------------------------

create table environments (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  region text not null,
  name text not null,
  created_at timestamptz not null,
  unique (account_id, region)
);

create table servers (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  environment_id text collate "C" not null references environments,
  plan_id text collate "C" not null references plans,
  image_id text collate "C" not null references images,
  ssh_key_id text collate "C" not null,
  public_key text not null,
  name text not null,
  region text not null,
  billing_cycle billing_cycle not null,
  -- What people see: the status when the work is done, the task meanwhile.
  status server_status not null,
  task server_task,
  -- What the machine must become, and the number of the wish: each accepted wish adds one.
  goal machine_goal not null,
  intent integer not null,
  reboot_intent integer,
  first_active_at timestamptz,
  host_id text collate "C" references hosts,
  ipv4 text,
  ipv6 text,
  firewall_version integer not null,
  firewall_applied_version integer not null,
  -- The work: when to look next (null: nothing to do), by when it must be done, who is at it.
  converge_at timestamptz,
  deadline_at timestamptz,
  attempts integer not null,
  wait_reason text,
  lease_token integer not null,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index servers_account on servers (account_id, id) where status <> 'DELETED';
create index servers_account_deleted on servers (account_id, id) where status = 'DELETED';
create index servers_converge on servers (converge_at) where converge_at is not null;
create index servers_host on servers (host_id) where host_id is not null;
alter table gpus add foreign key (server_id) references servers;

create table firewall_rules (
  id bigint generated always as identity primary key,
  server_id text collate "C" not null references servers,
  direction firewall_direction not null,
  protocol firewall_protocol not null,
  ethertype ethertype not null,
  cidr text not null,
  port_min integer check (port_min between 1 and 65535),
  port_max integer check (port_max between port_min and 65535),
  -- The server's firewall_version that brought the rule: in force once that version is applied.
  version integer not null,
  created_at timestamptz not null,
  check ((port_min is null) = (port_max is null)),
  unique nulls not distinct (server_id, direction, protocol, ethertype, cidr, port_min, port_max)
);

create table server_events (
  id text collate "C" not null,
  server_id text collate "C" not null,
  account_id text collate "C" not null,
  type text not null,
  level event_level not null,
  actor_type actor_type not null,
  actor_id text,
  actor_name text,
  from_status server_status,
  to_status server_status,
  reason text,
  message text not null,
  request_id text,
  created_at timestamptz not null,
  primary key (created_at, id)
) partition by range (created_at);
create index server_events_server on server_events (server_id, created_at desc, id desc);

-- Money ---------------------------------------------------------------------------------------------------------

-- A customer's credit is a liability: it grows on the credit side. It has the account's id. Its balance is kept in the row, which is also the
-- account's lock; the house's accounts are too hot for that and are added up from the transfers.
create table ledger_accounts (
  id text collate "C" primary key,
  kind ledger_account_kind not null,
  balance_micros bigint,
  check ((kind = 'customer_credit') = (balance_micros is not null)),
  constraint balance_never_negative check (balance_micros >= 0)
) with (fillfactor = 45); -- Room to write every balance once more in its own page: an hour writes them all.
insert into ledger_accounts (id, kind) values ('revenue', 'revenue'), ('cash', 'cash'), ('tax', 'tax'), ('promo', 'promo');

-- Without foreign keys: the meter writes a hundred thousand at once from accounts it has just locked, and checking each
-- side again cost a fifth of its time. `ledger verify` checks the sides instead.
create table transfers (
  id text collate "C" primary key,
  -- The order in which an account's balance moved.
  seq bigint generated always as identity,
  -- The natural key: the second attempt at the same transfer finds it taken.
  key text collate "C" not null unique,
  type transfer_type not null,
  debit_account_id text collate "C" not null,
  credit_account_id text collate "C" not null,
  amount_micros bigint not null check (amount_micros > 0),
  -- The customer whose credit moved, and what it was afterwards.
  account_id text collate "C",
  balance_after_micros bigint,
  server_id text collate "C",
  description text not null,
  request_id text,
  created_at timestamptz not null,
  check (debit_account_id <> credit_account_id),
  check ((account_id is null) = (balance_after_micros is null))
);
create index transfers_account on transfers (account_id, seq);

-- A run of a server's hourly clock. Hour k is [anchor + (k-1) h, anchor + k h); hour 1 is charged when the run is
-- written, the others by the meter. Until `started` the anchor is only when the first hour was charged.
create table clock_runs (
  server_id text collate "C" not null references servers,
  number integer not null,
  account_id text collate "C" not null references accounts,
  plan_id text collate "C" not null references plans,
  anchor_at timestamptz not null,
  phase_ms integer not null check (phase_ms between 0 and 3599999),
  started boolean not null,
  stops_at timestamptz,
  -- False once the meter has passed stops_at: nothing more can fall due.
  open boolean not null,
  primary key (server_id, number)
);
create index clock_runs_due on clock_runs (phase_ms) where open and started;
create index clock_runs_account on clock_runs (account_id) where open;
create index clock_runs_closing on clock_runs (stops_at) where open and stops_at is not null;
create unique index clock_runs_one_running on clock_runs (server_id) where stops_at is null;

-- How far the meter has billed. The row is its lock: who moves a clock shares it, who bills owns it.
create table meter_marks (
  id text primary key check (id = 'hourly'),
  billed_through timestamptz not null
);

-- One row an hour a server, written in the transaction that moves the money.
create table usage_hours (
  period_start timestamptz not null,
  server_id text collate "C" not null,
  account_id text collate "C" not null,
  transfer_id text collate "C" not null,
  rate_micros bigint not null,
  compute_micros bigint not null,
  backup_micros bigint not null,
  primary key (period_start, server_id)
) partition by range (period_start);

create table usage_refunds (
  id bigint generated always as identity primary key,
  server_id text collate "C" not null,
  run_number integer not null,
  period_start timestamptz not null,
  transfer_id text collate "C" not null unique,
  amount_micros bigint not null check (amount_micros > 0),
  reason text not null,
  created_at timestamptz not null
);
create index usage_refunds_server on usage_refunds (server_id, period_start);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed: write a new one', tg_table_name;
end $$;
create trigger transfers_immutable before update or delete on transfers for each row execute function refuse_change();
create trigger transfers_kept before truncate on transfers for each statement execute function refuse_change();
create trigger prices_immutable before update or delete on prices for each row execute function refuse_change();
create trigger usage_refunds_immutable before update or delete on usage_refunds for each row execute function refuse_change();

-- A charged hour keeps its amounts; only the first hour's start moves, once, to when the server became ACTIVE.
create function refuse_usage_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row(new.server_id, new.account_id, new.transfer_id, new.rate_micros, new.compute_micros, new.backup_micros)
    is not distinct from row(old.server_id, old.account_id, old.transfer_id, old.rate_micros, old.compute_micros, old.backup_micros) then
    return new;
  end if;
  raise exception 'a charged hour is never changed';
end $$;
create trigger usage_hours_immutable before update on usage_hours for each row execute function refuse_usage_change();

-- House ---------------------------------------------------------------------------------------------------------

-- What this installation is: one that holds the demo's customers never becomes a real shop.
create table installation (
  id text primary key check (id = 'boreal'),
  demo_seeded_at timestamptz
);
insert into installation (id) values ('boreal');

create table idempotency_keys (
  account_id text collate "C" not null references accounts,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status integer not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Product time = product_at + (real time − wall_at) × scale.
create table product_clock (
  id text primary key check (id = 'clock'),
  product_at timestamptz not null,
  wall_at timestamptz not null,
  scale double precision not null check (scale > 0)
);

-- Monthly partitions of usage and events, made ahead of time.
create function ensure_month_partitions(first_month date, months integer) returns void language plpgsql as $$
declare
  month date;
  parent text;
begin
  -- Processes that start together would make the same partition at once.
  perform pg_advisory_xact_lock(hashtextextended('ensure_month_partitions', 0));
  for i in 0 .. months - 1 loop
    month := (date_trunc('month', first_month::timestamp) + make_interval(months => i))::date;
    foreach parent in array array['usage_hours', 'server_events'] loop
      if to_regclass(parent || '_' || to_char(month, 'YYYYMM')) is null then
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          parent || '_' || to_char(month, 'YYYYMM'), parent,
          to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
      end if;
    end loop;
  end loop;
end $$;
