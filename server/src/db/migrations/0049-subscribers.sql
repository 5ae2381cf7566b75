-- Whom operators' incidents and maintenance are mailed to: addresses whose reader has confirmed them.
create table subscribers (
  id text collate "C" primary key,
  email text not null unique,
  language text not null check (language in ('en', 'fr')),
  created_at timestamptz not null
);

-- Who asked to be sent a link, by network (hashed), for a day: one network asks only so often.
create table subscription_requests (
  id bigint generated always as identity primary key,
  network bytea not null,
  at timestamptz not null
);
create index subscription_requests_network on subscription_requests (network, at);
create index subscription_requests_at on subscription_requests (at);

-- When subscribers were last told of it.
alter table incidents add column told_at timestamptz;

-- Whether the receiving server refused the mail for good; null of mails given up before this was kept.
alter table mail_deliveries add column refused boolean;

-- What subscribers are told has neither an account nor one reader: its mails are made with it.
alter table notices
  drop constraint notices_check1,
  add constraint notices_reader check (account_id is not null or to_email is not null or kind = 'incident_update') not valid;
