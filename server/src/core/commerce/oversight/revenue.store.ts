import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import type { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { groupsByDay, REVENUE_SUMS, type RevenueMicros } from './revenue-groups.store.ts';

/** Of one day or month. */
export interface RevenueRow extends RevenueMicros {
  /** The first day of the period, `YYYY-MM-DD`. */
  readonly start: string;
}

/**
 * The ledger's movements of revenue, losses and cash, by the day or month of Toronto's calendar in which they were made. Days are
 * `YYYY-MM-DD`; `from` is included, `before` is not. Reads what was kept for days that are over. A period without a movement is zero or
 * omitted.
 */
export async function sumRevenue(db: Sql, input: { by: 'day' | 'month'; from: string; before: string }): Promise<readonly RevenueRow[]> {
  const { by, from, before } = input;
  const { rows } = await sql<RevenueRow>`
    with since as (select greatest(${from}::date, (select max(day) + 1 from revenue_days)) as day)
    select to_char(date_trunc(${by}, day), 'YYYY-MM-DD') as start, ${sql.join(REVENUE_SUMS.map((sum) => sql`sum(${sql.ref(sum)})::bigint as ${sql.ref(sum)}`))}
    from (
      select * from revenue_days where day >= ${from}::date and day < ${before}::date
      union all
      ${byDay({ from: sql`(select day from since)`, before: sql`${before}::date` })}
    ) days
    group by 1 order by 1
  `.execute(db);
  return rows;
}

/** The day after the latest that is kept; null if none is. */
export async function nextDayToKeep(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select to_char(max(day) + 1, 'YYYY-MM-DD') as day from revenue_days`.execute(db);
  return rows[0]?.day ?? null;
}

/**
 * Stores the revenue of the days from `from` up to but excluding `before`, one row for each day and one for each of its models and
 * customers, unless another process did.
 */
export async function insertRevenueDays(db: Sql, { from, before }: { from: string; before: string }): Promise<void> {
  const days = { from: sql`${from}::date`, before: sql`${before}::date` };
  const period = { start: startOf(days.from), end: startOf(days.before) };
  const sums = sql.join(REVENUE_SUMS.map((sum) => sql.ref(sum)));
  const groups = (by: RevenueFileBy) =>
    sql`select day, ${sql.lit(by)}, group_id, ${sums} from (${groupsByDay({ by, ...period })}) of_group join kept using (day)`;
  await sql`
    with kept as (
      insert into revenue_days (day, ${sums})
      select d.day, ${sql.join(REVENUE_SUMS.map((sum) => sql`coalesce(moved.${sql.ref(sum)}, 0)`))}
      from (select generate_series(${days.from}, ${days.before} - 1, interval '1 day')::date as day) d
      left join (${byDay(days)}) moved on moved.day = d.day
      on conflict (day) do nothing
      returning day
    )
    insert into revenue_group_days (day, grouped_by, group_id, ${sums})
    ${groups('model')} union all ${groups('customer')}
  `.execute(db);
}

/** When a day of Toronto's calendar begins. */
const startOf = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${sql.lit(BILLING_TIMEZONE)})`;

/** What moved on each day, from the transfers themselves: the columns of `revenue_days`. */
function byDay({ from, before }: { from: RawBuilder<unknown>; before: RawBuilder<unknown> }): RawBuilder<unknown> {
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
      where created_at >= ${startOf(from)} and created_at < ${startOf(before)}
        and (credit_account_id in ('revenue', 'loss', 'cash') or debit_account_id in ('revenue', 'loss', 'cash'))
    ) moved group by day`;
}
