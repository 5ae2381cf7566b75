/** The sandbox's own tables, which represent what a provider stores. One statement under a lock, because any process may run it. */
export const schemaSql = `
do $schema$
begin
  perform pg_advisory_xact_lock(hashtext('sandbox_payments'));
  create schema if not exists sandbox_payments;

  create table if not exists sandbox_payments.customer (
    ref text primary key,
    account_id text not null unique
  );
  create table if not exists sandbox_payments.card_setup (
    ref text primary key,
    key text not null unique,
    customer_ref text not null references sandbox_payments.customer,
    -- Which of the test cards was entered; null until then.
    test_card text,
    removed boolean not null default false
  );
  create table if not exists sandbox_payments.charge (
    ref text primary key,
    key text not null unique,
    customer_ref text not null references sandbox_payments.customer,
    card_ref text not null references sandbox_payments.card_setup,
    amount_micros bigint not null check (amount_micros > 0),
    state text not null check (state in ('open', 'processing', 'needs customer', 'succeeded', 'declined')),
    reason text,
    -- A charge that answers late: when, and what.
    settles_at timestamptz,
    settles_to text,
    -- How often the money was really taken; the promise is: at most once.
    times_taken integer not null default 0
  );
  create table if not exists sandbox_payments.refund (
    ref text primary key,
    key text not null unique,
    charge_ref text not null references sandbox_payments.charge,
    amount_micros bigint not null check (amount_micros > 0),
    settles_at timestamptz not null,
    fails boolean not null
  );
  create table if not exists sandbox_payments.dispute (
    ref text primary key,
    charge_ref text not null unique references sandbox_payments.charge,
    amount_micros bigint not null,
    begins_at timestamptz not null,
    won boolean not null default false
  );
  create table if not exists sandbox_payments.event (
    id text primary key,
    about text not null,
    ref text not null,
    deliver_at timestamptz not null,
    deliveries_left integer not null
  );
  create index if not exists event_due on sandbox_payments.event (deliver_at) where deliveries_left > 0;
end
$schema$`;

/** Runs one statement on Postgres, outside any transaction of the caller. timestamptz comes back as Date, int8 as bigint. */
export type Query = <R>(sql: string, params?: readonly unknown[]) => Promise<readonly R[]>;
