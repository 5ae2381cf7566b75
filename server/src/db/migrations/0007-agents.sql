-- Agents --------------------------------------------------------------------------------------------------------

-- What an MCP key may do and how far it may go; one row for every key of that kind. What counts against its caps lies in
-- the same row: an amount counts for the Toronto month that stands beside it, in any other nothing has been spent yet.
create table agent_keys (
  key_id text collate "C" primary key references api_keys,
  account_id text collate "C" not null references accounts,
  may_launch boolean not null,
  may_delete boolean not null,
  may_charge boolean not null,
  server_hourly_cap_micros bigint check (server_hourly_cap_micros >= 0),
  total_hourly_cap_micros bigint check (total_hourly_cap_micros >= 0),
  server_count_cap integer check (server_count_cap >= 0),
  month_cap_micros bigint check (month_cap_micros >= 0),
  charge_cap_micros bigint check (charge_cap_micros >= 0),
  month_charge_cap_micros bigint check (month_charge_cap_micros >= 0),
  -- What costs more than this waits until a person approves it; null: nothing waits.
  approval_above_micros bigint check (approval_above_micros >= 0),
  -- Whether servers that run for the key are hibernated when their next hour would pass a cap.
  stop_at_cap boolean not null,
  month_start timestamptz not null,
  month_spent_micros bigint not null,
  charge_month_start timestamptz not null,
  month_charged_micros bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index agent_keys_account on agent_keys (account_id, key_id);

-- Keys made before there were permissions could do nothing yet: they read, and ask a person for more.
insert into agent_keys (key_id, account_id, may_launch, may_delete, may_charge, stop_at_cap, month_start, month_spent_micros,
  charge_month_start, month_charged_micros, created_at, updated_at)
select id, account_id, false, false, false, false, created_at, 0, created_at, 0, created_at, created_at from api_keys where kind = 'mcp';

-- For which key a server runs: the one that launched it last. The meter joins this small table, not all servers.
create table agent_servers (
  server_id text collate "C" primary key references servers,
  key_id text collate "C" not null references agent_keys,
  created_at timestamptz not null
);
create index agent_servers_key on agent_servers (key_id);

-- A price told to an agent, and the token that accepts it once. Rows stay, so that a dead token is told why it is dead.
create table agent_quotes (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  account_id text collate "C" not null references accounts,
  key_id text collate "C" not null references agent_keys,
  tool text not null,
  arguments_hash bytea not null,
  -- What the confirmation spends now and what runs on afterwards; together they are the price that was told.
  charge_micros bigint not null check (charge_micros >= 0),
  hourly_micros bigint not null check (hourly_micros >= 0),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What the tool answered, for who asks again with the same token.
  result jsonb,
  created_at timestamptz not null,
  check ((used_at is null) = (result is null))
);
create index agent_quotes_key on agent_quotes (key_id, id);

create type approval_status as enum ('pending', 'approved', 'refused', 'used');

-- A confirmation that a person must allow first: for one key, tool, arguments and price.
create table agent_approvals (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  key_id text collate "C" not null references agent_keys,
  tool text not null,
  arguments_hash bytea not null,
  arguments jsonb not null,
  charge_micros bigint not null,
  hourly_micros bigint not null,
  status approval_status not null,
  quote_id text collate "C" not null references agent_quotes,
  decided_by text,
  decided_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  check ((status = 'pending') = (decided_at is null))
);
create index agent_approvals_account on agent_approvals (account_id, id);
create index agent_approvals_asked on agent_approvals (key_id, tool, arguments_hash);

-- Every tool call of every agent, also those that were refused. Never changed.
create table agent_calls (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  key_id text collate "C" not null references agent_keys,
  request_id text,
  client text,
  tool text not null,
  arguments jsonb not null,
  quote_id text collate "C",
  -- `ok`, or the code of the refusal.
  outcome text not null,
  spent_micros bigint not null,
  duration_ms integer not null,
  created_at timestamptz not null
);
create index agent_calls_key on agent_calls (key_id, id);
create index agent_calls_account on agent_calls (account_id, id);
create trigger agent_calls_immutable before update or delete on agent_calls for each row execute function refuse_change();
create trigger agent_calls_kept before truncate on agent_calls for each statement execute function refuse_change();

-- What links that open something without signing in are signed with; made at the first link.
create table link_secrets (
  id text primary key check (id = 'links'),
  secret bytea not null,
  created_at timestamptz not null
);
