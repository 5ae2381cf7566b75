alter table incidents validate constraint incidents_kind_check;
-- What an operator declares of the hardware behind a plan, besides its sizes: `AMD EPYC 9654`, `25 Gbit/s`. Null: nothing.
alter table plans add column cpu_model text;
alter table plans add column network text;
