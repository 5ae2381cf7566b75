import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { cad, iso, SHOWN, type Found } from './owed.store.ts';

/**
 * Compares what hours cost for backups with the log of the option: a 730th of its monthly price while it was on, nothing while it was off,
 * and in a Toronto month at most that price, which the last hour fills up to. Whether an hour includes it depends on the option both when
 * the hour begins and when it is billed; if the two differ, both results are right.
 */
export async function findBackupHoursOff(tx: Tx, slackMs: number): Promise<Found> {
  const slack = sql`${slackMs} * interval '1 millisecond'`;
  const { rows } = await sql<Found>`
    with switched as (
      select server_id, type = 'backup.option_enabled' as is_on, created_at as since,
        coalesce(lead(created_at) over (partition by server_id order by created_at, id), 'infinity') as until
      from server_events where type in ('backup.option_enabled', 'backup.option_disabled', 'server.deleted')
    ),
    hour as materialized (
      select u.server_id, u.period_start, u.backup_micros as micros, o.monthly_price_micros as month_micros,
        (o.monthly_price_micros * 2 + 730) / 1460 as part_micros,
        sum(u.backup_micros) over (partition by u.server_id, date_trunc('month', u.period_start at time zone 'America/Toronto')) as spent_micros,
        least(u.period_start, t.created_at) - ${slack} as since, greatest(u.period_start, t.created_at) + ${slack} as until
      from usage_hours u join transfers t on t.id = u.transfer_id left join backup_options o on o.server_id = u.server_id
      where o.server_id is not null or u.backup_micros <> 0
    ),
    told as (
      select h.*,
        exists (select from switched s where s.server_id = h.server_id and s.is_on and s.since <= h.until and s.until >= h.since) as may_cost,
        exists (select from switched s where s.server_id = h.server_id and s.is_on and s.since <= h.since and s.until >= h.until) as must_cost
      from hour h
    ),
    wrong as (
      select *, case when may_cost then part_micros else 0 end as owed_micros from told
      where spent_micros > month_micros or month_micros is null or (micros <> 0 and not may_cost)
        or (micros <> part_micros and spent_micros <> month_micros and (must_cost or micros <> 0))
    )
    select (select count(*) from hour) as checked, (
      select array_agg(line) from (
        select server_id || ' ' || ${iso('period_start')} || ' ' || ${cad(sql`micros`)} || ' ≠ ' || coalesce(${cad(sql`owed_micros`)}, '?') as line
        from wrong order by period_start, server_id limit ${SHOWN}
      ) named
    ) as broken
  `.execute(tx);
  return rows[0] ?? { checked: 0n, broken: null };
}
