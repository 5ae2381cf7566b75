import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { sql, type RawBuilder } from 'kysely';
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
 * `YYYY-MM-DD`; `from` is included, `before` is not. Of days that are over it reads what was kept. A period without a movement is
 * zero or omitted.
 */
export async function sumRevenue(db: Sql, input: { by: 'day' | 'month'; from: string; before: string }): Promise<readonly RevenueRow[]> {
  const { by, from, before } = input;
  const { rows } = await sql<RevenueRow>`
    with since as (select greatest(${from}::date, (select max(day) + 1 from revenue_days)) as day)
    select to_char(date_trunc(${by}, day), 'YYYY-MM-DD') as start, ${sql.join(SUMS.map((sum) => sql`sum(${sql.ref(sum)})::bigint as ${sql.ref(sum)}`))}
    from (
      select * from revenue_days where day >= ${from}::date and day < ${before}::date
      union all
      ${byDay({ from: sql`(select day from since)`, before: sql`${before}::date` })}
    ) days
    group by 1 order by 1
  `.execute(db);
  return rows;
}

/** The day after the latest that is kept; null: none is. */
export async function nextDayToKeep(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select to_char(max(day) + 1, 'YYYY-MM-DD') as day from revenue_days`.execute(db);
  return rows[0]?.day ?? null;
}

/** Writes what was earned on the days from `from` up to and without `before`, a row for each, unless another process did. */
export async function insertRevenueDays(db: Sql, { from, before }: { from: string; before: string }): Promise<void> {
  await sql`
    insert into revenue_days (day, ${sql.join(SUMS.map((sum) => sql.ref(sum)))})
    select d.day, ${sql.join(SUMS.map((sum) => sql`coalesce(moved.${sql.ref(sum)}, 0)`))}
    from (select generate_series(${from}::date, ${before}::date - 1, interval '1 day')::date as day) d
    left join (${byDay({ from: sql`${from}::date`, before: sql`${before}::date` })}) moved on moved.day = d.day
    on conflict (day) do nothing
  `.execute(db);
}

const SUMS = ['usage_micros', 'backup_micros', 'order_micros', 'refund_micros', 'loss_micros', 'earned_micros', 'received_micros'] as const;

/** What moved on each day, from the transfers themselves: the columns of `revenue_days`. */
function byDay({ from, before }: { from: RawBuilder<unknown>; before: RawBuilder<unknown> }): RawBuilder<unknown> {
  const instant = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${sql.lit(BILLING_TIMEZONE)})`;
  const into = (house: string) =>
    sql`case ${sql.lit(house)} when credit_account_id then amount_micros when debit_account_id then -amount_micros end`;
  const sum = (of: string, types?: string) =>
    sql`coalesce(sum(${sql.ref(of)})${types === undefined ? sql`` : sql` filter (where type = ${sql.lit(types)})`}, 0)::bigint`;
  return sql`
    select day, ${sum('revenue', 'usage')} as usage_micros, ${sum('revenue', 'backup')} as backup_micros, ${sum('revenue', 'order')} as order_micros,
      -${sum('revenue', 'refund')} as refund_micros, -${sum('loss')} as loss_micros, ${sum('revenue')} + ${sum('loss')} as earned_micros,
      -${sum('cash')} as received_micros
    from (
      select (created_at at time zone ${sql.lit(BILLING_TIMEZONE)})::date as day, type, ${into('revenue')} as revenue, ${into('loss')} as loss,
        ${into('cash')} as cash
      from transfers
      where created_at >= ${instant(from)} and created_at < ${instant(before)}
        and (credit_account_id in ('revenue', 'loss', 'cash') or debit_account_id in ('revenue', 'loss', 'cash'))
    ) moved group by day`;
}
