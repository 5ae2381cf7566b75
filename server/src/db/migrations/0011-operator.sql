-- Suspension ----------------------------------------------------------------------------------------------------

-- A suspended account reads, but spends and starts nothing. It lies in the row that every charge locks anyway, so that
-- no charge can overtake it.
alter table ledger_accounts
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add check ((suspended_at is null) = (suspended_reason is null));

-- What an operator looks back at --------------------------------------------------------------------------------

-- How many GPUs a pool had and how many were held, a few times an hour. Never changed.
create table pool_readings (
  pool_id text collate "C" not null references pools,
  at timestamptz not null,
  gpus integer not null check (gpus >= 0),
  held integer not null check (held between 0 and gpus),
  primary key (pool_id, at)
);
create index pool_readings_at on pool_readings using brin (at);

-- Revenue is added up by when it was charged. Transfers come in that order, so the index is small and costs the meter nothing.
create index transfers_created on transfers using brin (created_at);
