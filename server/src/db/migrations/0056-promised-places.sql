-- Servers whose card is being charged and that have no GPUs yet: spot servers make place for them once it was charged, and not before.
create table promised_places (
  server_id text collate "C" primary key references servers,
  promised_at timestamptz not null
);
