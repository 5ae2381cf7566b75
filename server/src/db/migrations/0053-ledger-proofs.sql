-- What each day's proof of the ledger found: operators and their monitoring learn of it without having to ask.

create table ledger_proofs (
  -- Of Toronto.
  day date primary key,
  -- Of real time: who began one and is gone is told from who is still at it.
  claimed_at timestamptz not null,
  -- Of the product's clock; null: it is not done.
  proven_at timestamptz,
  checked bigint,
  -- The checks that do not hold, each with the names of some rows that break it.
  broken jsonb
);
