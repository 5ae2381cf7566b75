-- What one operator wants done that takes two: another decides. The version before keeps its own in credit_requests, and a schedule
-- brings them here.
create table operator_requests (
  id text collate "C" primary key,
  kind text not null check (kind in ('credit', 'debit', 'refund', 'price', 'price_withdrawal', 'budget')),
  -- Whose account it concerns; null: everybody's, such as a list price.
  account_id text collate "C",
  -- What is done once approved, and what was true when it was asked.
  deed jsonb not null,
  -- What must still be so when it is approved; null: the deed itself finds out.
  basis text,
  -- What it moves; null: it moves nothing by itself, such as a price.
  amount_micros bigint check (amount_micros > 0),
  -- The key under which the money moves: the same one again is the same request.
  key text collate "C" unique,
  -- Null: by the command, which knows nobody but the machine's user.
  asked_by text collate "C" references users,
  asked_by_name text,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decision text check (decision in ('approved', 'declined', 'expired')),
  decided_by text collate "C" references users,
  decided_by_name text,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  -- Never the one who asked, nor the command what a command has asked.
  check (decision is distinct from 'approved' or decided_by is distinct from asked_by)
);
create index operator_requests_waiting on operator_requests (id) where decision is null;
create index operator_requests_due on operator_requests (expires_at) where decision is null;
create index operator_requests_asked_by on operator_requests (asked_by) where decision is null;
