import { sql } from 'kysely';

/** The checks of `verify-ledger.ts` that tie the revenue stored for the operators' page to the transfers. */
export const revenueQueries = [
  [
    'the revenue kept of every day that is over is what moved on it',
    sql`
      with side as (
        select credit_account_id as house, created_at, type, amount_micros as micros from transfers where credit_account_id in ('revenue', 'loss', 'cash')
        union all
        select debit_account_id, created_at, type, -amount_micros from transfers where debit_account_id in ('revenue', 'loss', 'cash')
      ), moved as (
        select (created_at at time zone 'America/Toronto')::date as day,
          sum(case when house = 'revenue' and type = 'usage' then micros else 0 end) as usage,
          sum(case when house = 'revenue' and type = 'backup' then micros else 0 end) as backup,
          sum(case when house = 'revenue' and type = 'order' then micros else 0 end) as orders,
          sum(case when house = 'revenue' and type = 'refund' then -micros else 0 end) as refund,
          sum(case when house = 'loss' then -micros else 0 end) as loss,
          sum(case when house <> 'cash' then micros else 0 end) as earned,
          sum(case when house = 'cash' then -micros else 0 end) as received
        from side group by 1
      ), kept as (
        select d.day, (usage_micros, backup_micros, order_micros, refund_micros, loss_micros, earned_micros, received_micros)
            is not distinct from (coalesce(usage, 0)::bigint, coalesce(backup, 0)::bigint, coalesce(orders, 0)::bigint,
              coalesce(refund, 0)::bigint, coalesce(loss, 0)::bigint, coalesce(earned, 0)::bigint, coalesce(received, 0)::bigint) as holds
        from revenue_days d left join moved m on m.day = d.day
        union all
        -- A day that was never kept, before the latest that was.
        select m.day, false from moved m
        where m.day < (select max(day) from revenue_days) and not exists (select from revenue_days d where d.day = m.day)
      )
      select count(*) as checked, (array_agg(day::text order by day) filter (where not holds))[1:20] as broken from kept`,
  ],
  [
    'the revenue kept by model and by customer comes to its day, and every customer’s to what moved',
    sql`
      with told as (
        select g.day, g.grouped_by, sum(usage_micros) as usage, sum(backup_micros) as backup, sum(order_micros) as orders, sum(refund_micros) as refund,
          sum(loss_micros) as loss, sum(earned_micros) as earned, sum(received_micros) as received
        from revenue_group_days g group by g.day, g.grouped_by
      ), moved as (
        select (t.created_at at time zone 'America/Toronto')::date as day, coalesce(t.account_id, p.account_id) as account_id,
          sum(case when t.credit_account_id in ('revenue', 'loss') then t.amount_micros else 0 end
            - case when t.debit_account_id in ('revenue', 'loss') then t.amount_micros else 0 end) as earned,
          sum(case 'cash' when t.debit_account_id then t.amount_micros when t.credit_account_id then -t.amount_micros else 0 end) as received
        from transfers t left join payments p on t.account_id is null and p.id = t.data ->> 'paymentId'
        where t.created_at < (select (max(day) + 1)::timestamp at time zone 'America/Toronto' from revenue_days)
        group by 1, 2
      ), compared as (
        select d.day || ' by ' || k.by as id, (d.usage_micros, d.backup_micros, d.order_micros, d.refund_micros, d.loss_micros, d.earned_micros,
            case k.by when 'customer' then d.received_micros else 0 end)
          is not distinct from (coalesce(usage, 0)::bigint, coalesce(backup, 0)::bigint, coalesce(orders, 0)::bigint, coalesce(refund, 0)::bigint,
            coalesce(loss, 0)::bigint, coalesce(earned, 0)::bigint, coalesce(received, 0)::bigint) as holds
        from revenue_days d cross join (values ('model'), ('customer')) k (by)
        left join told t on t.day = d.day and t.grouped_by = k.by
        union all
        select coalesce(m.day, g.day) || ' ' || coalesce(m.account_id, g.group_id, '-'),
          (coalesce(m.earned, 0), coalesce(m.received, 0)) = (coalesce(g.earned_micros, 0), coalesce(g.received_micros, 0))
        from moved m
        full join (select * from revenue_group_days where grouped_by = 'customer') g on g.day = m.day and g.group_id = m.account_id
      )
      select count(*) as checked, (array_agg(id order by id) filter (where not holds))[1:20] as broken from compared`,
  ],
] as const;
