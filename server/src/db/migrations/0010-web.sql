-- Signing in: kept by better-auth, in real time (see docs/adr, sign-in). Cookies, links and codes live in
-- people's browsers and heads, which know no other time than the real one.

-- Whoever is in the database by now was put there by an operator or the demo, with an address that is known to be theirs.
alter table users
  add column email_verified boolean not null default true,
  add column two_factor_enabled boolean not null default false,
  add column updated_at timestamptz;
alter table users alter column email_verified set default false;
update users set updated_at = created_at;
alter table users alter column updated_at set not null;

-- By what a person proves who they are: one row with provider `credential` holds the password's scrypt hash.
create table credentials (
  id text collate "C" primary key,
  user_id text collate "C" not null references users,
  provider_id text not null,
  -- What the provider calls the person; for a password, the person's own id.
  provider_account_id text collate "C" not null,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, provider_account_id)
);
create index credentials_user on credentials (user_id);
insert into credentials (id, user_id, provider_id, provider_account_id, password_hash, created_at, updated_at)
select id, id, 'credential', id, password_hash, created_at, created_at from users where password_hash is not null;
alter table users drop column password_hash;

create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users,
  -- Worth nothing by itself: a cookie carries it signed with the installation's secret.
  token text collate "C" not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- What somebody has still to prove: the link of a mail, a code after the password, a passkey's challenge.
create table verifications (
  id text collate "C" primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

-- The secret of an authenticator app and the recovery codes, both encrypted with the installation's secret.
create table two_factors (
  id text collate "C" primary key,
  user_id text collate "C" not null unique references users,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users,
  name text,
  public_key text not null,
  credential_id text collate "C" not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a demo signs its cookies with; a real shop names its own secret and leaves this empty.
alter table installation add column demo_secret text;
