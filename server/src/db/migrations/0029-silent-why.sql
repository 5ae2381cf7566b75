-- Why nothing is placed on a host that is silent: the host or the engine does not answer, or its machines may not be sold.
create type host_silence as enum (
  'no_answer', 'unknown_host', 'engine_no_answer', 'engine_no_service', 'engine_not_asked', 'unchecked', 'unsafe'
);
-- Who made a host what it is: an operator, or machines that kept failing on it. Null: nobody, or before this was noted.
create type host_state_why as enum ('by_hand', 'machines_failed');
alter table hosts
  add column silent_why host_silence,
  add column state_since timestamptz,
  add column state_why host_state_why;

-- When any process last heard an engine, in real time: one that cannot reach it does not take it for down while others can.
create table engine_contacts (
  engine text primary key,
  heard_at timestamptz not null
);
