import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { cad, SHOWN, type Found } from './owed.store.ts';

/**
 * Compares what counts against the caps of agents' keys in the newest month with the charges themselves: the hours charged in it for
 * servers that the key launched last, according to their logs, and the backups that it turned on for a term, less their refunds. A first
 * hour belongs to the launch nearest to it; for moments between two launches, or two months, either is right.
 */
export async function findKeyCountersOff(tx: Tx, slackMs: number): Promise<Found> {
  const slack = sql`${slackMs} * interval '1 millisecond'`;
  const { rows } = await sql<Found>`
    with month as (
      select greatest((select max(month_start) from agent_keys), (select max(month_start) from ledger_accounts)) as start
    ),
    key as (
      select k.key_id, k.account_id, case when k.month_start = month.start then k.month_spent_micros else 0 end as micros
      from agent_keys k cross join month
    ),
    act as materialized (
      select e.server_id, e.id, e.created_at as at, e.type = 'backup.option_enabled' as of_option, k.key_id
      from server_events e left join key k on k.key_id = e.actor_id
      where e.type in ('server.create_requested', 'server.restore_requested', 'backup.option_enabled')
        and e.account_id in (select account_id from key)
    ),
    -- Each with the time until the next, and halfway to those beside it: within that it is the nearest.
    told as materialized (
      select *, coalesce(next, 'infinity') as until, coalesce(at - (at - before) / 2, '-infinity') as near_from, coalesce(at + (next - at) / 2, 'infinity') as near_until
      from (
        select *, lag(at) over beside as before, lead(at) over beside as next
        from act window beside as (partition by server_id, of_option order by at, id)
      ) one
    ),
    charge as materialized (
      select u.server_id, t.created_at as at, t.key like 'first-hour:%' as nearest, false as of_option,
        u.compute_micros + u.backup_micros as micros, u.compute_micros + u.backup_micros - coalesce(r.micros, 0) as net_micros
      from usage_hours u join transfers t on t.id = u.transfer_id cross join month
      left join lateral (
        select sum(g.amount_micros) as micros from usage_refunds f join transfers g on g.id = f.transfer_id
        where f.server_id = u.server_id and f.period_start = u.period_start
      ) r on true
      where t.created_at >= month.start - ${slack} and u.server_id in (select server_id from act where key_id is not null)
      union all
      select t.server_id, t.created_at, true, true, t.amount_micros, t.amount_micros - coalesce(r.amount_micros, 0)
      from transfers t cross join month left join transfers r on r.key = replace(t.key, 'backup-option:', 'backup-option-unused:')
      where t.key like 'backup-option:%' and t.created_at >= month.start - ${slack}
        and t.server_id in (select server_id from act where key_id is not null)
    ),
    counted as (
      select a.key_id, c.micros, c.net_micros, true as certain, c.at
      from charge c join told a on a.server_id = c.server_id and a.of_option = c.of_option and c.at >= a.near_from and c.at < a.near_until
      where c.nearest
      union all
      select a.key_id, c.micros, c.net_micros, a.at <= c.at - ${slack} and a.until > c.at + ${slack}, c.at
      from charge c join told a on a.server_id = c.server_id and not a.of_option and a.at <= c.at + ${slack} and a.until > c.at - ${slack}
      where not c.nearest
    ),
    spent as (
      select k.key_id as id, k.micros,
        coalesce(sum(c.net_micros) filter (where c.certain and c.at >= month.start + ${slack}), 0) as least,
        coalesce(sum(c.micros) filter (where not c.certain or c.at < month.start + ${slack}), 0) as perhaps
      from key k cross join month left join counted c on c.key_id = k.key_id
      group by k.key_id, k.micros
    ),
    off as (select * from spent where micros not between least and least + perhaps)
    select (select count(*) from spent) as checked, (
      select array_agg(line) from (
        select id || ' ' || ${cad(sql`micros`)} || ' ≠ ' || ${cad(sql`least`)} as line from off order by id limit ${SHOWN}
      ) named
    ) as broken
  `.execute(tx);
  return rows[0] ?? { checked: 0n, broken: null };
}
