create type operator_role as enum ('support', 'finance', 'fleet', 'owner');

-- What an operator is there for. Null: a customer, or an operator from before there were roles, who is an owner.
alter table users add column operator_role operator_role;

-- What has a line in the audit log for an hour already: looking again, or being refused again, adds no second.
create table audit_marks (
  actor_id text collate "C" not null,
  action text not null,
  -- What was looked at, or refused.
  about text collate "C" not null,
  hour timestamptz not null,
  primary key (actor_id, action, about, hour)
);
create index audit_marks_hours on audit_marks (hour);

-- It began with a passkey, which is two factors in one.
alter table sessions add column by_passkey boolean not null default false;
-- When an operator last did something with it; null: not yet, or no operator's.
alter table sessions add column operated_at timestamptz;
