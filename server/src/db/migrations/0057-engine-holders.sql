
-- What this database knows of itself as the one that drives an engine. The engine keeps the same, as new as itself: a copy of the database
-- is behind it, and stays away. Times are real time: they are about processes, not about product.
create table engine_holders (
  engine text primary key references engines (name),
  -- Null: it has never been the one.
  holder_id text,
  -- Counted on here before it is there: what the engine says is never ahead of the newest database.
  epoch integer not null default 0 constraint engine_holders_epoch check (epoch >= 0),
  -- Whom it takes over from; null once the engine says so.
  took_from text,
  advanced_at timestamptz,
  -- Since when another, newer database has the engine; null: nobody has, or it is ours.
  fenced_at timestamptz,
  -- An operator said that whoever had the engine is gone: the next look at it takes it over.
  take_over_asked boolean not null default false
);

-- Another database of this installation drives the engine.
alter type host_silence add value 'engine_fenced';
