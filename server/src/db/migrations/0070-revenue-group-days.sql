-- The revenue of a kept day told apart, by model and by customer, kept with it: the page would otherwise read every hour of the month.
-- A group is the slug of a model or the id of an account; null: what belongs to none.
create table revenue_group_days (
  day date not null references revenue_days on delete cascade,
  grouped_by text not null check (grouped_by in ('model', 'customer')),
  group_id text collate "C",
  usage_micros bigint not null,
  backup_micros bigint not null,
  order_micros bigint not null,
  refund_micros bigint not null,
  loss_micros bigint not null,
  earned_micros bigint not null,
  received_micros bigint not null,
  unique nulls not distinct (day, grouped_by, group_id)
);
