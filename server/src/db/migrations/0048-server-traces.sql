-- Which request's trace the work on a server belongs to (`traceparent` of W3C's Trace Context), and since when, real time. Beside the
-- wish, because whoever takes it up may be another process, or the same one after a crash. Empty where nobody collects traces.
alter table servers
  add column trace_parent text,
  add column traced_at timestamptz;
