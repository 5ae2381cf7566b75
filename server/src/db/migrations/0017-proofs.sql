-- Proofs ----------------------------------------------------------------------------------------------------------

-- When somebody last proved in this session who they are: by signing in, or by their password or a code since. What
-- opens another way in asks for a late proof. Null: before this was kept, so as if never.
alter table sessions add column proven_at timestamptz;

-- The last step of 30 seconds whose code was taken: a code signs in once. Null: none was taken yet.
alter table two_factors add column used_step bigint;

-- Links that open one thing once, by the SHA-256 of their text; kept until they would be over by themselves.
create table used_links (
  hash bytea primary key,
  used_at timestamptz not null,
  expires_at timestamptz not null
);
create index used_links_expiry on used_links (expires_at);
