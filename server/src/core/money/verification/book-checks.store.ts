import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/connect.ts';

/** The most broken rows that a check names. */
const SHOWN = 20;

/** The checks of the books, each with a query that returns how many rows were checked (`checked`) and some that break it (`broken`). */
export const bookQueries = [
  [
    'every transfer has two sides that exist',
    sql`
      select count(*) as checked, (array_agg(t.id) filter (where d.id is null or c.id is null
          or (t.account_id is not null and t.account_id not in (t.debit_account_id, t.credit_account_id))))[1:${sql.lit(SHOWN)}] as broken
      from transfers t left join ledger_accounts d on d.id = t.debit_account_id left join ledger_accounts c on c.id = t.credit_account_id`,
  ],
  [
    'all ledger accounts together are zero',
    sql`
      with balance as (
        select a.id, coalesce((select sum(amount_micros) from transfers where credit_account_id = a.id and a.balance_micros is null), 0)
          - coalesce((select sum(amount_micros) from transfers where debit_account_id = a.id and a.balance_micros is null), 0)
          + coalesce(a.balance_micros, 0) as micros
        from ledger_accounts a
      )
      select count(*) as checked, case when coalesce(sum(micros), 0) <> 0 then array['the sum is ' || sum(micros)] end as broken from balance`,
  ],
  [
    'every balance equals its transfers and is not below zero',
    sql`
      with moved as (
        select id, sum(micros) as micros from (
          select credit_account_id as id, sum(amount_micros) as micros from transfers group by 1
          union all select debit_account_id, -sum(amount_micros) from transfers group by 1
        ) side group by id
      )
      select count(*) as checked,
        (array_agg(a.id) filter (where a.balance_micros <> coalesce(m.micros, 0) or a.balance_micros < 0))[1:${sql.lit(SHOWN)}] as broken
      from ledger_accounts a left join moved m on m.id = a.id where a.kind = 'customer_credit'`,
  ],
  [
    'every transfer tells the balance that it left',
    sql`
      with chain as (
        select id, balance_after_micros,
          sum(case when credit_account_id = account_id then amount_micros else -amount_micros end)
            over (partition by account_id order by seq) as expected
        from transfers where account_id is not null
      )
      select count(*) as checked, (array_agg(id) filter (where balance_after_micros <> expected))[1:${sql.lit(SHOWN)}] as broken from chain`,
  ],
  [
    'every charge for use equals its server-hours, and every server-hour was charged',
    sql`
      with used as (
        select transfer_id, account_id, sum(compute_micros + backup_micros) as micros from usage_hours group by 1, 2
      ), charged as (
        select id, account_id, amount_micros from transfers where type = 'usage'
      )
      select count(*) as checked,
        (array_agg(coalesce(c.id, u.transfer_id)) filter (where c.amount_micros is distinct from u.micros))[1:${sql.lit(SHOWN)}] as broken
      from charged c full join used u on u.transfer_id = c.id and u.account_id = c.account_id`,
  ],
  [
    'every refund of an hour equals its record and none is more than was charged',
    sql`
      with given as (select id, amount_micros from transfers where type = 'refund' and key not like 'card-refund:%'),
      refunded as (
        select f.transfer_id, f.amount_micros, f.amount_micros <= h.compute_micros + h.backup_micros as within
        from usage_refunds f left join usage_hours h on h.server_id = f.server_id and h.period_start = f.period_start
      )
      select count(*) as checked,
        (array_agg(coalesce(g.id, r.transfer_id))
          filter (where g.amount_micros is distinct from r.amount_micros or r.within is not true))[1:${sql.lit(SHOWN)}] as broken
      from given g full join refunded r on r.transfer_id = g.id`,
  ],
] as const;

/** Runs one check. */
export async function runCheck(tx: Tx, query: RawBuilder<unknown>): Promise<{ checked: number; broken: readonly string[] }> {
  const { rows } = await sql<{ checked: bigint; broken: string[] | null }>`${query}`.execute(tx);
  return { checked: Number(rows[0]?.checked ?? 0n), broken: rows[0]?.broken ?? [] };
}
