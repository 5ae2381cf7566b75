-- People --------------------------------------------------------------------------------------------------------

-- The language a person chose to be written to in; null: that of the account.
alter table users add column language text check (language in ('en', 'fr'));
create index memberships_user on memberships (user_id);

-- Somebody asked to join an account. The link's token is kept as its hash only.
create table invitations (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  email text not null check (email = lower(email)),
  role member_role not null,
  token_hash bytea not null unique,
  invited_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text collate "C" references users,
  revoked_at timestamptz,
  check ((accepted_at is null) = (accepted_by is null))
);
create unique index invitations_open on invitations (account_id, email) where accepted_at is null and revoked_at is null;

-- Support -------------------------------------------------------------------------------------------------------

create type ticket_status as enum ('open', 'waiting_for_customer', 'waiting_for_operator', 'closed');
create type ticket_side as enum ('customer', 'operator');

create table tickets (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  server_id text collate "C" references servers,
  subject text not null,
  status ticket_status not null,
  -- Who opened it, when that was a person: answers go to that person.
  opened_by text collate "C" references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'closed') = (closed_at is not null))
);
create index tickets_account on tickets (account_id, id);
create index tickets_unclosed on tickets (id) where status <> 'closed';

create table ticket_messages (
  id text collate "C" primary key,
  ticket_id text collate "C" not null references tickets,
  side ticket_side not null,
  author_name text,
  message text not null,
  created_at timestamptz not null
);
create index ticket_messages_ticket on ticket_messages (ticket_id, id);
create trigger ticket_messages_immutable before update or delete on ticket_messages for each row execute function refuse_change();

-- Mail ----------------------------------------------------------------------------------------------------------

-- A notice may name its one recipient, carry the token of a link, and have a natural key by which it is recorded once.
alter table notices
  alter column account_id drop not null,
  add column key text collate "C" unique,
  add column to_email text,
  add column to_name text,
  add column to_language text check (to_language in ('en', 'fr')),
  -- Forgotten once the mail is under way.
  add column secret text,
  -- When it was made out to its recipients.
  add column addressed_at timestamptz,
  add check ((to_email is null) = (to_language is null)),
  add check (account_id is not null or to_email is not null);
-- What was recorded before there was mail is old news.
update notices set addressed_at = created_at;
create index notices_unaddressed on notices (id) where addressed_at is null;

create type mail_status as enum ('waiting', 'sent', 'given_up');

-- One mail to one person. Leases and tries are in real time: the network knows no other.
create table mail_deliveries (
  id text collate "C" primary key,
  notice_id text collate "C" not null references notices,
  account_id text collate "C" references accounts,
  kind text not null,
  to_email text not null,
  to_name text,
  language text not null check (language in ('en', 'fr')),
  secret text,
  status mail_status not null,
  attempts integer not null,
  next_try_at timestamptz,
  lease_token integer not null,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (notice_id, to_email),
  check ((status = 'waiting') = (next_try_at is not null)),
  check (status = 'waiting' or secret is null)
);
create index mail_deliveries_due on mail_deliveries (next_try_at) where status = 'waiting';
create index mail_deliveries_account on mail_deliveries (account_id, id);

-- Keys that are about to expire.
create index api_keys_expiring on api_keys (expires_at) where revoked_at is null;
