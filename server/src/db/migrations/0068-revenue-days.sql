-- What the house earned on each day of Toronto's calendar that is over, kept from the ledger: an operator's page would otherwise read
-- every transfer of the month each time it looks. Days follow each other without a gap.
create table revenue_days (
  day date primary key,
  usage_micros bigint not null,
  backup_micros bigint not null,
  order_micros bigint not null,
  refund_micros bigint not null,
  loss_micros bigint not null,
  earned_micros bigint not null,
  received_micros bigint not null
);
