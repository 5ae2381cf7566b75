-- Taken back by the operator while a server has it: it goes when that server gives it up, and no other gets it.
alter table addresses add column withdrawn_at timestamptz;
