-- That the database was restored from a copy, and up to when the copy's books go: what was charged since, for machines that had ended
-- in the meantime, is owed back.
create table restores (
  id bigint generated always as identity primary key,
  copy_ends_at timestamptz not null,
  noted_at timestamptz not null,
  check (copy_ends_at <= noted_at)
);

-- When each engine was first looked at since: what was missing then had gone before, or while, the database was restored.
create table restore_looks (
  restore_id bigint not null references restores,
  engine text not null,
  looked_at timestamptz not null,
  primary key (restore_id, engine)
);

-- A server that had ended, or gone to rest, between the copy and the restore, and whose hours since were refunded. Every hour that
-- began after `since`, until `until`, is owed back whole.
create table settlements (
  server_id text collate "C" not null references servers,
  restore_id bigint not null references restores,
  found text not null check (found in ('missing', 'hibernated')),
  since timestamptz not null,
  until timestamptz not null,
  refunded_micros bigint not null check (refunded_micros >= 0),
  settled_at timestamptz not null,
  primary key (server_id, restore_id)
);
create trigger settlements_immutable before update or delete on settlements for each row execute function refuse_change();

alter table operator_requests drop constraint operator_requests_kind_check;
alter table operator_requests add constraint operator_requests_kind_check
  check (kind in ('credit', 'debit', 'refund', 'price', 'price_withdrawal', 'budget', 'settlement')) not valid;
