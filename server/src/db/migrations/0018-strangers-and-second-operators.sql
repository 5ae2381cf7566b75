-- Strangers -------------------------------------------------------------------------------------------------------

-- Who asked for an account, by network, for a day: one network opens only so many.
create table sign_ups (
  id bigint generated always as identity primary key,
  network text not null,
  at timestamptz not null
);
create index sign_ups_network on sign_ups (network, at);

-- Mails of one kind that an address got lately.
create index notices_to on notices (to_email, kind, created_at) where to_email is not null;

-- Second operators ------------------------------------------------------------------------------------------------

-- Credit that one operator wants to give or take by hand, above what they may alone: another decides.
create table credit_requests (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  direction text not null check (direction in ('give', 'take')),
  type text not null,
  amount_micros bigint not null check (amount_micros > 0),
  reason text not null,
  server_id text collate "C",
  -- The key under which the money moves once it is approved.
  key text collate "C" not null unique,
  -- Null: by the command, which knows nobody but the machine's user.
  asked_by text collate "C" references users,
  asked_by_name text,
  asked_at timestamptz not null,
  decision text check (decision in ('approved', 'refused')),
  decided_by text collate "C" references users,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  -- Never the one who asked.
  check (decided_by is null or asked_by is null or decided_by <> asked_by)
);
create index credit_requests_waiting on credit_requests (id) where decision is null;
