-- What operators tell customers: what does not work, and planned work.
create table incidents (
  id text collate "C" primary key,
  kind text not null check (kind in ('incident', 'maintenance')),
  impact text not null check (impact in ('none', 'degraded', 'outage')),
  components text[] not null,
  title_en text not null,
  title_fr text not null,
  -- That of its latest update.
  state text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  over_at timestamptz,
  key text collate "C" not null unique,
  created_at timestamptz not null,
  check (ends_at is null or ends_at > starts_at)
);
create index incidents_open on incidents (id) where over_at is null;
create index incidents_over on incidents (over_at) where over_at is not null;

-- What was said of it, oldest first by id. Never changed.
create table incident_updates (
  id text collate "C" primary key,
  incident_id text collate "C" not null references incidents,
  state text not null,
  text_en text not null,
  text_fr text not null,
  key text collate "C" not null,
  at timestamptz not null,
  -- Whether subscribers have yet to be told.
  telling boolean not null default true,
  -- The last subscriber who was told.
  told_through text collate "C",
  unique (incident_id, key)
);
create index incident_updates_telling on incident_updates (id) where telling;
