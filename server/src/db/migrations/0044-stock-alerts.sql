-- People who want to be told by mail when a plan that is sold out is in stock again. Told, they are forgotten.
create table stock_alerts (
  id text collate "C" primary key,
  user_id text collate "C" not null references users,
  account_id text collate "C" not null references accounts,
  plan_id text collate "C" not null references plans,
  region text not null,
  created_at timestamptz not null,
  unique (user_id, account_id, plan_id, region)
);
create index stock_alerts_first on stock_alerts (plan_id, region, created_at, id);
create index stock_alerts_age on stock_alerts (created_at);

-- Plans that somebody waits for and that are in stock: since when without a break, and when people were last told.
create table stock_returns (
  plan_id text collate "C" not null references plans,
  region text not null,
  since timestamptz not null,
  told_at timestamptz,
  primary key (plan_id, region)
);
