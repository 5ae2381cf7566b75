import { BILLING_TIMEZONE } from '@boreal/contract/billing.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

/** What moved in one day or month, micro-CAD. */
export interface RevenueRow {
  /** The first day of the period, `YYYY-MM-DD`. */
  readonly start: string;
  readonly usageMicros: bigint;
  readonly backupMicros: bigint;
  readonly orderMicros: bigint;
  /** Refunded; above zero. */
  readonly refundMicros: bigint;
  /** Taken back by banks after it was spent, less what was made good; above zero. */
  readonly lossMicros: bigint;
  /** Everything that the house earned, other movements included, less what it lost. */
  readonly earnedMicros: bigint;
  /** Cash in less cash out. */
  readonly receivedMicros: bigint;
}

/**
 * The ledger's movements of revenue, losses and cash, by the day or month of Toronto's calendar in which they were made. Days are
 * `YYYY-MM-DD`; `from` is included, `before` is not. Periods without a movement are omitted.
 */
export async function sumRevenue(db: Sql, input: { by: 'day' | 'month'; from: string; before: string }): Promise<readonly RevenueRow[]> {
  const instant = (date: string) => sql`(${date}::date::timestamp at time zone ${BILLING_TIMEZONE})`;
  const sum = (condition: ReturnType<typeof sql>) => sql`coalesce(sum(micros) filter (where ${condition}), 0)::bigint`;
  const { rows } = await sql<RevenueRow>`
    with side as (
      select type, created_at, 'revenue' as house,
        case when credit_account_id = 'revenue' then amount_micros else -amount_micros end as micros
      from transfers where 'revenue' in (debit_account_id, credit_account_id)
        and created_at >= ${instant(input.from)} and created_at < ${instant(input.before)}
      union all
      select type, created_at, 'loss', case when credit_account_id = 'loss' then amount_micros else -amount_micros end
      from transfers where 'loss' in (debit_account_id, credit_account_id)
        and created_at >= ${instant(input.from)} and created_at < ${instant(input.before)}
      union all
      select type, created_at, 'cash', case when debit_account_id = 'cash' then amount_micros else -amount_micros end
      from transfers where 'cash' in (debit_account_id, credit_account_id)
        and created_at >= ${instant(input.from)} and created_at < ${instant(input.before)}
    )
    select to_char(date_trunc(${input.by}, created_at at time zone ${BILLING_TIMEZONE}), 'YYYY-MM-DD') as start,
      ${sum(sql`house = 'revenue' and type = 'usage'`)} as usage_micros,
      ${sum(sql`house = 'revenue' and type = 'backup'`)} as backup_micros,
      ${sum(sql`house = 'revenue' and type = 'order'`)} as order_micros,
      -${sum(sql`house = 'revenue' and type = 'refund'`)} as refund_micros,
      -${sum(sql`house = 'loss'`)} as loss_micros,
      ${sum(sql`house in ('revenue', 'loss')`)} as earned_micros,
      ${sum(sql`house = 'cash'`)} as received_micros
    from side group by 1 order by 1
  `.execute(db);
  return rows;
}
