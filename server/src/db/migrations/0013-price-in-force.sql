-- What an account pays for a plan at a moment, said once for everybody who asks: its own price, else the list price.

-- A row without amounts withdraws an account's own price: from then on the account pays the list price again.
alter table prices
  alter column hourly_micros drop not null,
  add constraint prices_withdrawn check (hourly_micros is not null or (account_id is not null and monthly_micros is null and annual_micros is null));

-- From when until when each price holds. A withdrawal ends the price before it and is none itself.
create view price_spans as
  select plan_id, account_id, hourly_micros, monthly_micros, annual_micros, valid_from, valid_to
  from (
    select plan_id, account_id, hourly_micros, monthly_micros, annual_micros, valid_from,
      coalesce(lead(valid_from) over (partition by plan_id, account_id order by valid_from), 'infinity') as valid_to
    from prices
  ) dated
  where hourly_micros is not null;

-- One row, or none where neither price is in force. Without an account: the list price.
create function price_in_force(of_account text, of_plan text, moment timestamptz)
returns table (hourly_micros bigint, monthly_micros bigint, annual_micros bigint) language sql stable as $$
  select p.hourly_micros, p.monthly_micros, p.annual_micros
  from (
    (select 1 as choice, own.hourly_micros, own.monthly_micros, own.annual_micros from prices own
      where own.plan_id = of_plan and own.account_id = of_account and own.valid_from <= moment order by own.valid_from desc limit 1)
    union all
    (select 2, list.hourly_micros, list.monthly_micros, list.annual_micros from prices list
      where list.plan_id = of_plan and list.account_id is null and list.valid_from <= moment order by list.valid_from desc limit 1)
  ) p
  where p.hourly_micros is not null order by p.choice limit 1
$$;
