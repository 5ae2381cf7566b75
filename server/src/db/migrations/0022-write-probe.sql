-- What readiness writes to know that writing works: one row, anew in a file of its own each time, so that a full disk is noticed.
create table write_probe (id text primary key check (id = 'probe'), written_at timestamptz not null);
