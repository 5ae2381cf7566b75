-- Cards ---------------------------------------------------------------------------------------------------------

create type payment_provider as enum ('sandbox', 'stripe');
create type card_status as enum ('pending', 'active', 'removed', 'failed');

-- Who an account is at a provider.
create table payment_customers (
  account_id text collate "C" not null references accounts,
  provider payment_provider not null,
  ref text not null,
  created_at timestamptz not null,
  primary key (account_id, provider),
  unique (provider, ref)
);

-- What may be known of a card: references at the provider, brand and four digits. Its number is never here.
create table cards (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  provider payment_provider not null,
  status card_status not null,
  setup_ref text,
  ref text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  is_default boolean not null,
  -- When the provider has to be asked next: whether the card was saved, or to forget it; null when there is nothing to ask.
  check_at timestamptz,
  attempts integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, setup_ref),
  check (status <> 'active' or (ref is not null and brand is not null and last4 is not null)),
  check (not is_default or status = 'active')
);
create index cards_account on cards (account_id, id);
create unique index cards_default on cards (account_id) where is_default;
create index cards_due on cards (check_at) where check_at is not null;

-- Payments ------------------------------------------------------------------------------------------------------

create type payment_purpose as enum ('topup', 'auto_reload', 'order', 'renewal');
create type payment_status as enum ('pending', 'processing', 'requires_action', 'succeeded', 'failed');

-- An intent to charge a card. Stored before the provider is asked; what was asked of it never changes.
create table payments (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  -- The natural key: the second intent of the same key is the first one.
  key text collate "C" not null,
  purpose payment_purpose not null,
  status payment_status not null,
  net_micros bigint not null check (net_micros > 0),
  -- The part of net_micros that is for a backup option.
  backup_micros bigint not null check (backup_micros between 0 and net_micros),
  tax_micros bigint not null check (tax_micros >= 0),
  taxes jsonb not null,
  card_id text collate "C" not null references cards,
  provider payment_provider not null,
  -- The charge at the provider; null until it is known.
  ref text,
  -- Whether the cardholder is there to prove who they are.
  present boolean not null,
  order_id text collate "C",
  decline_reason text,
  -- Until when the cardholder has time; past it the charge is cancelled.
  answer_by timestamptz not null,
  check_at timestamptz,
  attempts integer not null,
  lease_token integer not null,
  lease_until timestamptz,
  request_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (account_id, key),
  unique (provider, ref),
  check ((status in ('succeeded', 'failed')) = (settled_at is not null)),
  check ((check_at is null) = (settled_at is not null))
);
create index payments_account on payments (account_id, id);
create index payments_due on payments (check_at) where check_at is not null;

-- Nothing of an intent but its progress is ever changed, and what is settled stays so.
create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.settled_at is null
    and row(new.id, new.account_id, new.key, new.purpose, new.net_micros, new.backup_micros, new.tax_micros, new.taxes, new.card_id, new.order_id)
      is not distinct from
      row(old.id, old.account_id, old.key, old.purpose, old.net_micros, old.backup_micros, old.tax_micros, old.taxes, old.card_id, old.order_id)
    and (old.ref is null or new.ref = old.ref) then
    return new;
  end if;
  raise exception 'a payment is never changed: it only gets its answer, once';
end $$;
create trigger payments_immutable before update or delete on payments for each row execute function refuse_payment_change();

create type refund_kind as enum ('refund', 'dispute');
create type refund_status as enum ('pending', 'succeeded', 'failed');

-- Money of a payment on its way back to the card: given back by an operator, or taken back by the cardholder's bank.
create table payment_refunds (
  id text collate "C" primary key,
  payment_id text collate "C" not null references payments,
  account_id text collate "C" not null references accounts,
  key text collate "C" not null,
  kind refund_kind not null,
  status refund_status not null,
  net_micros bigint not null check (net_micros >= 0),
  tax_micros bigint not null check (tax_micros >= 0),
  taxes jsonb not null,
  -- Where the net comes from: the customer's credit, or what the house had earned.
  credit_micros bigint not null check (credit_micros between 0 and net_micros),
  reason text not null,
  ref text,
  check_at timestamptz,
  attempts integer not null,
  lease_token integer not null,
  lease_until timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (payment_id, key),
  check (net_micros + tax_micros > 0)
);
create index payment_refunds_account on payment_refunds (account_id, id);
create index payment_refunds_due on payment_refunds (check_at) where check_at is not null;

-- News of providers: kept until they are handled, and afterwards so that the same one is not handled again.
create table provider_events (
  provider payment_provider not null,
  id text collate "C" not null,
  about text not null,
  ref text not null,
  attempts integer not null,
  check_at timestamptz,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index provider_events_due on provider_events (check_at) where check_at is not null;
create index provider_events_age on provider_events (received_at);

-- Auto-reload: buys credit by itself when there is little left.
create table auto_reloads (
  account_id text collate "C" primary key references accounts,
  enabled boolean not null,
  threshold_micros bigint not null check (threshold_micros >= 0),
  amount_micros bigint not null check (amount_micros > 0),
  month_limit_micros bigint check (month_limit_micros > 0),
  declines integer not null,
  stopped_at timestamptz,
  tried_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Orders --------------------------------------------------------------------------------------------------------

create type order_status as enum ('pending', 'active', 'ended', 'failed');

-- A server that is paid ahead, a month or a year at a time.
create table orders (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  server_id text collate "C" not null unique references servers,
  plan_id text collate "C" not null references plans,
  cycle billing_cycle not null check (cycle <> 'hourly'),
  status order_status not null,
  auto_renew boolean not null,
  canceled_at timestamptz,
  -- Terms are counted on the calendar from here, so that the 31st comes back after a shorter month.
  anchor_at timestamptz,
  anchor_term integer,
  -- The term that was paid last; 0 until the first is.
  term_number integer not null,
  term_start timestamptz,
  term_end timestamptz,
  -- When the next automatic renewal is tried; null when none is.
  renew_at timestamptz,
  -- The term of whose end the customer was told.
  told_term integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((term_number > 0) = (term_end is not null))
);
create index orders_account on orders (account_id, id);
create index orders_ending on orders (term_end) where status = 'active';
create index orders_renewing on orders (renew_at) where renew_at is not null;
alter table payments add foreign key (order_id) references orders;
-- One charge at a time for an order.
create unique index payments_one_for_order on payments (order_id) where order_id is not null and settled_at is null;

create table order_terms (
  order_id text collate "C" not null references orders,
  number integer not null,
  payment_id text collate "C" not null unique references payments,
  plan_micros bigint not null check (plan_micros > 0),
  backup_micros bigint not null check (backup_micros >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (order_id, number),
  check (starts_at < ends_at)
);
create trigger order_terms_immutable before update or delete on order_terms for each row execute function refuse_change();

-- What a prepaid server's term costs a month, and how many months lie between paid_from and paid_until; null on hourly servers.
alter table servers add column committed_micros bigint, add column paid_months integer;

-- Tax and documents ---------------------------------------------------------------------------------------------

-- Who sells: printed on every document from when it is set.
create table company (
  id text primary key check (id = 'company'),
  name text not null,
  address_line1 text,
  address_line2 text,
  city text,
  province text,
  postal_code text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  email text,
  website text,
  updated_at timestamptz not null
);

-- Where the operator is registered for a tax, from one date of Toronto's calendar to before another.
create table tax_registrations (
  tax text not null check (tax in ('GST_HST', 'QST', 'PST_BC', 'PST_SK', 'RST_MB')),
  number text not null,
  valid_from text not null check (valid_from ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  valid_until text check (valid_until ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  created_at timestamptz not null,
  primary key (tax, valid_from),
  check (valid_until > valid_from)
);

create type invoice_kind as enum ('receipt', 'invoice', 'credit_note', 'statement');

-- The last number given in each series. The row's lock makes the numbers follow each other without a gap.
create table invoice_series (
  prefix text primary key,
  last_number bigint not null
);

create table invoices (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  kind invoice_kind not null,
  number text collate "C" not null unique,
  prefix text not null references invoice_series,
  sequence bigint not null,
  payment_id text collate "C" references payments,
  refund_id text collate "C" references payment_refunds,
  -- The Toronto month of a statement.
  period_start timestamptz,
  period_end timestamptz,
  net_micros bigint not null,
  tax_micros bigint not null,
  total_micros bigint not null,
  language text not null check (language in ('en', 'fr')),
  content jsonb not null,
  created_at timestamptz not null,
  unique (prefix, sequence),
  check (total_micros = net_micros + tax_micros),
  check ((kind = 'statement') = (period_start is not null))
);
create index invoices_account on invoices (account_id, id);
create unique index invoices_payment on invoices (payment_id) where refund_id is null;
create unique index invoices_refund on invoices (refund_id, kind) where refund_id is not null;
create unique index invoices_statement on invoices (account_id, period_start) where kind = 'statement';
create trigger invoices_immutable before update or delete on invoices for each row execute function refuse_change();
create trigger invoices_kept before truncate on invoices for each statement execute function refuse_change();

-- Months whose statements are all issued.
create table statement_months (
  month_start timestamptz primary key,
  finished_at timestamptz not null
);
