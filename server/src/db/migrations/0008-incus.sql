-- Real machines ------------------------------------------------------------------------------------------------

create type machine_type as enum ('container', 'vm');

-- What is written on every machine that this Boreal makes: another one on the same engine leaves them alone.
alter table installation add column mark text;
update installation set mark = gen_random_uuid()::text;
alter table installation alter column mark set not null;

-- What kind of machine a pool's servers are. In a pool without GPUs a card is only a place for a server.
alter table pools
  add column machine_type machine_type not null default 'container',
  add column with_gpus boolean not null default true;

-- The engine's own name of a card; null where places have no card, or the engine needs no name.
alter table gpus add column device text;

-- The engine's own name of an image; null: the same as ours.
alter table images add column engine_name text;

-- Addresses that machines are given. One holder each; who was released last comes last.
create type address_family as enum ('IPv4', 'IPv6');
create table addresses (
  ip inet primary key,
  family address_family not null,
  -- The engine's name of the host whose network has it; null: any host can use it.
  host_name text,
  server_id text collate "C",
  taken_at timestamptz,
  released_at timestamptz,
  created_at timestamptz not null,
  check ((family = 'IPv4') = (pg_catalog.family(ip) = 4)),
  check ((server_id is null) = (taken_at is null))
);
create unique index addresses_holder on addresses (server_id, family) where server_id is not null;
create index addresses_free on addresses (family, released_at nulls first, ip) where server_id is null;

-- What machines' counters showed, for engines that only know what is now. Kept for as long as metrics are shown.
create table readings (
  server_id text collate "C" not null,
  at timestamptz not null,
  cpu_seconds double precision not null,
  vcores double precision not null,
  memory_total_bytes double precision not null,
  memory_free_bytes double precision not null,
  received_bytes double precision not null,
  sent_bytes double precision not null,
  primary key (server_id, at)
);
create index readings_at on readings using brin (at);
