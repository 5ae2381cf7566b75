import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { cad, SHOWN, type Found } from './owed.store.ts';

/**
 * Checks what counts against limits in the newest month and day. For an account: what was charged in that period, less refunds of it,
 * whenever they were made. For a server's own budget: its hours that began in the period, less their refunds. A charge made moments before
 * a period may count in it, because another process's clock was ahead. Counters of earlier periods no longer matter.
 */
export async function findCountersOff(tx: Tx, slackMs: number): Promise<Found> {
  const { rows } = await sql<Found>`
    with period as (
      select id as account_id, 'month' as name, month_start as start, month_spent_micros as micros from ledger_accounts
      where kind = 'customer_credit' and month_start = (select max(month_start) from ledger_accounts)
      union all
      select id, 'day', day_start, day_spent_micros from ledger_accounts
      where kind = 'customer_credit' and day_start = (select max(day_start) from ledger_accounts)
    ),
    charge as materialized (
      select id, account_id, key, amount_micros, created_at from transfers
      where debit_account_id = account_id and type in ('usage', 'backup')
        and created_at >= (select min(start) from period) - ${slackMs} * interval '1 millisecond'
    ),
    refunded as (
      select charge_id, sum(micros) as micros from (
        select h.transfer_id as charge_id, t.amount_micros as micros from usage_refunds f
        join transfers t on t.id = f.transfer_id
        join usage_hours h on h.period_start = f.period_start and h.server_id = f.server_id
        union all
        select c.id, t.amount_micros from charge c join transfers t on t.key = replace(c.key, 'backup-option:', 'backup-option-unused:')
        where c.key like 'backup-option:%'
      ) one group by charge_id
    ),
    spent as (
      select p.account_id as id, p.name, p.micros,
        coalesce(sum(c.amount_micros - coalesce(r.micros, 0)) filter (where c.created_at >= p.start), 0) as least,
        coalesce(sum(c.amount_micros) filter (where c.created_at < p.start), 0) as perhaps
      from period p
      left join charge c on c.account_id = p.account_id and c.created_at >= p.start - ${slackMs} * interval '1 millisecond'
      left join refunded r on r.charge_id = c.id
      group by p.account_id, p.name, p.micros
      union all
      select b.server_id, 'month', b.month_spent_micros, coalesce((
        select sum(h.compute_micros + h.backup_micros) from usage_hours h
        where h.server_id = b.server_id and h.period_start >= b.month_start and h.period_start < b.month_end
      ), 0) - coalesce((
        select sum(t.amount_micros) from usage_refunds f join transfers t on t.id = f.transfer_id
        where f.server_id = b.server_id and f.period_start >= b.month_start and f.period_start < b.month_end
      ), 0), 0
      from (
        select *, (month_start at time zone 'America/Toronto' + interval '1 month') at time zone 'America/Toronto' as month_end
        from server_budgets where month_start = (select max(month_start) from server_budgets)
      ) b
    ),
    off as (select * from spent where micros not between least and least + perhaps)
    select (select count(*) from spent) as checked, (
      select array_agg(line) from (
        select id || ' ' || name || ' ' || ${cad(sql`micros`)} || ' ≠ ' || ${cad(sql`least`)} as line
        from off order by id, name limit ${SHOWN}
      ) named
    ) as broken
  `.execute(tx);
  return rows[0] ?? { checked: 0n, broken: null };
}
