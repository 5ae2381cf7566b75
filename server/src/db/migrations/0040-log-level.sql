-- How much every process logs instead of what it was configured to. No row: what each was.
create table log_level (
  id text primary key check (id = 'house'),
  level text not null check (level in ('debug', 'info', 'warn', 'error')),
  -- When each goes back to its own by itself; null: when it is told.
  until timestamptz
);
