-- Profiles ------------------------------------------------------------------------------------------------------

-- Who an account is: what its invoices say, and the language of its mail. The address is null until the owner gives it.
alter table accounts
  add column company text,
  add column address_line1 text,
  add column address_line2 text,
  add column city text,
  add column province text check (province in ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT')),
  add column postal_code text,
  add column country text not null default 'CA' check (country ~ '^[A-Z]{2}$'),
  add column language text not null default 'en' check (language in ('en', 'fr')),
  add column tax_ids jsonb not null default '[]',
  add constraint province_in_canada check (province is null or country = 'CA');

-- Audit ---------------------------------------------------------------------------------------------------------

create type door as enum ('rest', 'mcp', 'console', 'operator', 'system');

-- Every write: who did what to what, by which door, from where. Written in the write's own transaction, never changed.
create table audit_entries (
  id text collate "C" primary key,
  -- Null: a write that concerns no customer's account, such as a plan or a host.
  account_id text collate "C" references accounts,
  action text not null,
  target text collate "C",
  detail jsonb not null,
  actor_type actor_type not null,
  actor_id text,
  actor_name text,
  door door not null,
  address text,
  request_id text,
  created_at timestamptz not null
);
create index audit_entries_account on audit_entries (account_id, id);
create trigger audit_entries_immutable before update or delete on audit_entries for each row execute function refuse_change();
create trigger audit_entries_kept before truncate on audit_entries for each statement execute function refuse_change();
