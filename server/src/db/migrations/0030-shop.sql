-- What is sold is the operator's: regions are rows, and models and plans that are no longer sold are kept for the servers made of
-- them.

create table regions (
  id text collate "C" primary key,
  name text not null,
  country text not null,
  -- The province or state; empty where a country has none.
  province text not null,
  timezone text not null,
  -- The region of requests that name none.
  is_default boolean not null,
  -- Whether servers get an IPv6 address there.
  ipv6 boolean not null
);
create unique index regions_default on regions (is_default) where is_default;

insert into regions values ('canada-montreal', 'Montréal, Québec', 'CA', 'QC', 'America/Toronto', true, true);

alter table pools add foreign key (region) references regions;
alter table environments add foreign key (region) references regions;

alter table gpu_models add column retired_at timestamptz;

-- A retired plan leaves its place to another of the same GPUs.
alter table plans drop constraint plans_gpu_count_check;
alter table plans
  add check (gpu_count between 1 and 64),
  add column retired_at timestamptz,
  add check (retired_at is null or not purchasable);
alter table plans drop constraint plans_gpu_model_gpu_count_spot_key;
create unique index plans_sold_once on plans (gpu_model, gpu_count, spot) where retired_at is null;
