-- A line of the activity log is its type and data; its words are found when it is read. Lines of before have their sentences and no
-- data. Not valid: of them it is known, and nobody has to wait while they are read.
alter table server_events
  add column data jsonb,
  alter column message drop not null,
  add constraint server_events_told check ((data is null) <> (message is null)) not valid;
