import { sql } from 'kysely';

/** The checks of `verify-ledger.ts` that tie cards, prepaid terms and documents to the transfers. */
export const paymentQueries = [
  [
    'the money of every card payment is credit and tax, once, and no other money came by card',
    sql`
      with moved as (
        select split_part(key, ':', 2) as id, min(account_id) as account_id, sum(amount_micros) as total,
          sum(amount_micros) filter (where credit_account_id = 'tax') as tax,
          bool_and(debit_account_id = 'cash') as from_cash
        from transfers where key like 'payment:%' group by 1
      ), paid as (
        select id, account_id, net_micros, tax_micros from payments where status = 'succeeded'
      )
      select count(*) as checked,
        (array_agg(coalesce(p.id, m.id)) filter (where m.from_cash is not true or m.account_id is distinct from p.account_id
          or m.total is distinct from p.net_micros + p.tax_micros or coalesce(m.tax, 0) is distinct from p.tax_micros))[1:20] as broken
      from paid p full join moved m on m.id = p.id`,
  ],
  [
    'money that went back to a card was taken from credit, revenue and tax, and what we gave never exceeds its payment',
    sql`
      with moved as (
        select split_part(key, ':', 2) as id,
          sum(case when credit_account_id = 'cash' then amount_micros when debit_account_id = 'cash' then -amount_micros else 0 end) as cash,
          sum(case when debit_account_id = 'tax' then amount_micros when credit_account_id = 'tax' then -amount_micros else 0 end) as tax
        from transfers where key like 'card-refund:%' group by 1
      ), refund as (
        select r.*, case when r.status = 'failed' then 0 else r.net_micros + r.tax_micros end as total,
          case when r.status = 'failed' then 0 else r.tax_micros end as tax,
          -- A bank may take back what was given back before: only what we give is bounded.
          sum(case when r.status = 'failed' or r.kind = 'dispute' then 0 else r.net_micros + r.tax_micros end) over (partition by r.payment_id) as of_payment
        from payment_refunds r
      )
      select count(*) as checked,
        (array_agg(coalesce(r.id, m.id)) filter (where coalesce(m.cash, 0) is distinct from r.total or coalesce(m.tax, 0) is distinct from r.tax
          or r.of_payment > p.net_micros + p.tax_micros or p.status <> 'succeeded'))[1:20] as broken
      from refund r full join moved m on m.id = r.id left join payments p on p.id = r.payment_id`,
  ],
  [
    'what banks took back and nobody made good is a loss of the house, refund by refund',
    sql`
      with moved as (
        select split_part(key, ':', 2) as id,
          sum(case when debit_account_id = 'loss' then amount_micros else -amount_micros end) as micros
        from transfers where 'loss' in (debit_account_id, credit_account_id) group by 1
      ), lost as (
        select id, case when status = 'failed' then 0 else loss_micros end as micros from payment_refunds
      )
      select count(*) as checked, (array_agg(coalesce(l.id, m.id)) filter (where coalesce(m.micros, 0) is distinct from l.micros))[1:20] as broken
      from lost l full join moved m on m.id = l.id`,
  ],
  [
    'every prepaid term was paid once from what its card had bought',
    sql`
      with term as (
        select 'order-term:' || order_id || ':' || number as key, plan_micros as micros, payment_id from order_terms
        union all
        select 'order-backup:' || order_id || ':' || number, backup_micros, payment_id from order_terms where backup_micros > 0
      ), charged as (
        select key, amount_micros, credit_account_id from transfers where key like 'order-term:%' or key like 'order-backup:%'
      )
      select count(*) as checked,
        (array_agg(coalesce(t.key, c.key)) filter (where c.amount_micros is distinct from t.micros or c.credit_account_id <> 'revenue'
          or p.status is distinct from 'succeeded'))[1:20] as broken
      from term t full join charged c on c.key = t.key left join payments p on p.id = t.payment_id`,
  ],
  [
    'nothing is earned with a prepaid term that was never used',
    sql`
      with unused as (
        select t.order_id || ':' || t.number as id, t.payment_id, t.plan_micros + t.backup_micros as micros
        from order_terms t join orders o on o.id = t.order_id join servers s on s.id = o.server_id
        where o.status = 'ended' and (s.first_active_at is null or t.starts_at > s.deleted_at)
      ), returned as (
        select r.payment_id, sum(case when x.debit_account_id = 'revenue' then x.amount_micros else -x.amount_micros end) as micros
        from payment_refunds r
        join transfers x on x.key in ('card-refund:' || r.id || ':earned', 'card-refund:' || r.id || ':undone:earned')
        group by 1
      ), lost as (
        -- What a bank has taken beyond what was earned: the house has not kept that much.
        select payment_id, sum(loss_micros) as micros from payment_refunds where status <> 'failed' group by 1
      )
      select count(*) as checked,
        (array_agg(u.id) filter (where u.micros > coalesce(g.micros, 0) + coalesce(l.micros, 0)))[1:20] as broken
      from unused u left join returned g on g.payment_id = u.payment_id left join lost l on l.payment_id = u.payment_id`,
  ],
  [
    'every card payment and refund has its documents, of its amount',
    sql`
      with expected as (
        select p.id, p.net_micros + p.tax_micros - coalesce((
          select sum(r.net_micros + r.tax_micros) from payment_refunds r where r.payment_id = p.id and r.status = 'succeeded'), 0) as micros
        from payments p where p.status = 'succeeded'
      ), issued as (
        select payment_id as id, sum(case when kind = 'credit_note' then -total_micros else total_micros end) as micros
        from invoices where payment_id is not null group by 1
      )
      select count(*) as checked, (array_agg(coalesce(e.id, i.id)) filter (where e.micros is distinct from i.micros))[1:20] as broken
      from expected e full join issued i on i.id = e.id`,
  ],
  [
    'the numbers of documents follow each other without a gap',
    sql`
      with numbered as (
        select s.prefix, s.last_number, count(i.id) as issued, coalesce(max(i.sequence), 0) as highest
        from invoice_series s left join invoices i on i.prefix = s.prefix group by 1, 2
      )
      select count(*) as checked, (array_agg(prefix) filter (where last_number <> issued or last_number <> highest))[1:20] as broken from numbered`,
  ],
  [
    'every statement is what moved in its month',
    sql`
      with stated as (
        select i.id, i.net_micros, coalesce((
          select sum(case when t.credit_account_id = 'revenue' then t.amount_micros else -t.amount_micros end)
          from transfers t where t.account_id = i.account_id and t.type in ('usage', 'backup', 'refund')
            and 'revenue' in (t.debit_account_id, t.credit_account_id)
            and t.created_at >= i.period_start and t.created_at < i.period_end), 0) as micros
        from invoices i where i.kind = 'statement'
      )
      select count(*) as checked, (array_agg(id) filter (where net_micros <> micros))[1:20] as broken from stated`,
  ],
] as const;
