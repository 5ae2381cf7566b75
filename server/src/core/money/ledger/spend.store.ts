import { sql } from 'kysely';
import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql } from '../../../db/connect.ts';

/** A day's movements between a customer's credit and the revenue, micro-CAD. */
export interface DaySpendRow {
  /** The number of the day, from 1. */
  readonly day: number;
  /** Hours, including the part of them that is for backup options. */
  readonly usageMicros: Micros;
  readonly backupPartMicros: Micros;
  readonly backupMicros: Micros;
  readonly orderMicros: Micros;
  readonly refundMicros: Micros;
}

/**
 * What an account was charged on each day, given the starts of the days and the end of the last; omits empty days. An hour counts on the
 * day on which it was charged, as for budgets. The part for backups is read from the hours of servers that have or had the option, found
 * through their clocks.
 */
export async function readSpend(
  db: Sql,
  input: { accountId: string; starts: readonly Date[]; end: Date },
): Promise<readonly DaySpendRow[]> {
  const { accountId, end } = input;
  const starts = sql`${input.starts.map((start) => start.toISOString())}::timestamptz[]`;
  const { rows } = await sql<DaySpendRow>`
    with moved as materialized (
      select id, key, type, width_bucket(created_at, ${starts}) as day,
        case when debit_account_id = ${accountId} then amount_micros else -amount_micros end as micros
      from transfers
      where account_id = ${accountId} and created_at >= (${starts})[1] and created_at < ${end}
        and 'revenue' in (debit_account_id, credit_account_id)
    ),
    parts as materialized (
      select m.day, sum(u.backup_micros) as micros
      from clock_runs r
      join backup_options o on o.server_id = r.server_id
      cross join lateral generate_series(
        -- Hours in the middle of a run need not be counted up from its beginning.
        r.anchor_at + greatest(0, floor(extract(epoch from (${starts})[1] - r.anchor_at) / 3600) - 48) * interval '1 hour',
        least(coalesce(r.stops_at, ${end}), ${end}), interval '1 hour') as hour
      join usage_hours u on u.period_start = hour and u.server_id = r.server_id
      join moved m on m.id = u.transfer_id
      where r.account_id = ${accountId} and (r.stops_at is null or r.stops_at >= (${starts})[1] - interval '48 hours')
      group by m.day
    ),
    days as (
      select day,
        coalesce(sum(micros) filter (where type = 'usage'), 0)::bigint as usage_micros,
        coalesce(sum(micros) filter (where type = 'backup' or key like 'order-backup:%'), 0)::bigint as backup_micros,
        coalesce(sum(micros) filter (where type = 'order' and key not like 'order-backup:%'), 0)::bigint as order_micros,
        coalesce(-sum(micros) filter (where type = 'refund'), 0)::bigint as refund_micros
      from moved group by day
    )
    select d.day, d.usage_micros, d.backup_micros, d.order_micros, d.refund_micros, coalesce(p.micros, 0)::bigint as backup_part_micros
    from days d left join parts p on p.day = d.day order by d.day
  `.execute(db);
  return rows;
}
