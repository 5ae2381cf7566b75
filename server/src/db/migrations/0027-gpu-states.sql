-- Only `ok` is sold. Boreal makes a GPU suspect when a machine fails on it; quarantined is what its health says, or an operator.
-- Removed: no card is in the slot any more; the row keeps the slots that follow where they are.
create type gpu_state as enum ('ok', 'suspect', 'quarantined', 'removed');

alter table gpus
  add column state gpu_state not null default 'ok',
  -- Null: since it was added.
  add column state_since timestamptz,
  -- A type and its facts (contract/fleet/gpus.ts); null exactly where it is ok.
  add column state_reason jsonb,
  add constraint gpus_state_reason check ((state = 'ok') = (state_reason is null));
create index gpus_set_aside on gpus (host_id, slot) where state <> 'ok';
