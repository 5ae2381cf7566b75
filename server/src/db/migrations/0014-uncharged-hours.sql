-- Hours that a server's clock had begun and that nobody pays, with the reason: there its clock ended. Written by whoever ends it,
-- so that `ledger verify` can tell an hour that is free from one that was forgotten.
create table uncharged_hours (
  server_id text collate "C" not null,
  period_start timestamptz not null,
  account_id text collate "C" not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (server_id, period_start)
);
create trigger uncharged_hours_immutable before update or delete on uncharged_hours for each row execute function refuse_change();

-- Clocks of before ended on the hour for no other reason.
insert into uncharged_hours (server_id, period_start, account_id, reason, created_at)
  select server_id, stops_at, account_id, 'BEFORE_REASONS_WERE_KEPT', stops_at
  from clock_runs
  where started and stops_at > anchor_at and extract(epoch from stops_at - anchor_at) * 1000 % 3600000 = 0;
