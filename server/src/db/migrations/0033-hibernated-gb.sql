-- How many gigabytes of disks the hibernated servers of each account may keep; null: as many as there are. One row.
create table hibernation_limit (
  id text primary key check (id = 'house'),
  gb integer check (gb >= 0)
);
insert into hibernation_limit values ('house', null);
-- An account's own; null: the house's.
alter table accounts add column hibernated_gb_limit integer check (hibernated_gb_limit >= 0);
