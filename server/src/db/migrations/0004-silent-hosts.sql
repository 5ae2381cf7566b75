-- Since when the engine cannot reach the host; null while it answers. Nothing is placed on a silent host.
alter table hosts add column silent_since timestamptz;
