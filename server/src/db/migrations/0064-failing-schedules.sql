-- What a worker does again and again, and failed to do when it last tried: for whoever asks from outside, as the doctor does. Times are the
-- database's: a worker's clock may be what is wrong. An empty engine: it is of none. `clock`: what keeps the worker from trusting its clock.
create table failing_schedules (
  process text not null,
  schedule text not null,
  engine text not null,
  failing_since timestamptz not null,
  last_failed_at timestamptz not null,
  clock text,
  error text not null,
  primary key (schedule, engine, process)
);
