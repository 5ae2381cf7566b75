-- How far the work on a server is, which steers what is done next. wait_reason, which did, is only shown now.
alter type server_task add value 'moving' after 'restoring';

create type server_phase as enum (
  -- The engine is asked for what the goal needs.
  'asking',
  -- The machine is on its way there: it is only looked at.
  'under_way',
  -- Of a server that moves: its machine is off, and is booted on the other host next.
  'off_to_move',
  -- The backup has been seen being made.
  'saving',
  -- The last call was not answered.
  'unanswered',
  -- Of a server in ERROR: its host was lost, and it recovers from whatever its machine comes back as.
  'host_lost'
);

alter table servers add column phase server_phase not null default 'asking';
update servers set phase = 'host_lost' where status = 'ERROR' and wait_reason = 'HOST_LOST';
update servers set phase = 'unanswered' where converge_at is not null and wait_reason = 'timeout';
update servers set phase = 'saving' where backup_id is not null and wait_reason = 'backup creating';
update servers set phase = 'under_way' where converge_at is not null and (
  (goal = 'running' and wait_reason in ('starting', 'rebooting'))
  or (goal = 'stopped' and wait_reason = 'stopping')
  or (goal = 'hibernated' and wait_reason = 'hibernating')
  or (goal = 'gone' and wait_reason = 'deleting'));
update servers set phase = 'off_to_move' where moving_from is not null and wait_reason in ('stopped', 'hibernated', 'failed');
alter table servers alter column phase drop default;
