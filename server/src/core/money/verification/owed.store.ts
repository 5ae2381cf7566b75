import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { joinPrices, PRICES, priceAt, RATE, wasInForce } from '../prices/price-in-force.store.ts';
import type { ClockEvent, FreeHour, KeptRun, SettledSpan } from './clock-history.rules.ts';

/** The result of a set-based check: how many rows were checked, and the names of some that are wrong. */
export interface Found {
  readonly checked: bigint;
  readonly broken: readonly string[] | null;
}

/** The most rows that a check names. */
export const SHOWN = 20;

/** An SQL timestamp as `2026-12-01T17:00:03.000Z`. */
export const iso = (moment: string) => sql.raw(`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
/** SQL micro-CAD as `39.90 CAD`. */
export const cad = (micros: RawBuilder<unknown>) => sql`to_char(${micros} / 1000000.0, 'FM999999990.0099') || ' CAD'`;
const ms = (interval: string) => sql.raw(`(extract(epoch from ${interval}) * 1000)::bigint`);

/** The time up to which the meter has billed. */
export async function readMark(tx: Sql | Tx): Promise<Date | null> {
  return (await tx.selectFrom('meterMarks').select('billedThrough').executeTakeFirst())?.billedThrough ?? null;
}

/** Whether product time has ever run faster than real time here, and how fast it runs. */
export async function readScale(tx: Tx): Promise<number | null> {
  return (await tx.selectFrom('productClock').select('scale').executeTakeFirst())?.scale ?? null;
}

/**
 * Each run with the number of its hours that have begun by the mark: its first, and each that began before it stopped. A run that stopped
 * at the very instant at which an hour begins may have been billed for it: then the meter came first.
 */
const RUNS = sql`run as (
  select r.server_id, r.number, r.account_id, r.plan_id, r.anchor_at,
    case when not r.started then 1 else greatest(1, ceil((extract(epoch from
      least(r.stops_at, m.billed_through + interval '1 millisecond') - r.anchor_at) * 1000) / 3600000))::bigint end as hours,
    case when r.started and r.stops_at > r.anchor_at and r.stops_at <= m.billed_through
      and ${ms('r.stops_at - r.anchor_at')} % 3600000 = 0 and f.server_id is null then 1 else 0 end as perhaps
  from clock_runs r cross join meter_marks m left join uncharged_hours f on f.server_id = r.server_id and f.period_start = r.stops_at
)`;

/**
 * Compares hours of clocks with charged hours. Every charged hour must belong to its run, and each run must have as many as it has hours:
 * an hour is keyed by its start, so then none is missing, doubled, or without a clock. Lists the hours only where the numbers differ: `−`
 * is missing, `+` was charged without a clock.
 */
export async function findHoursNotBilled(tx: Tx): Promise<Found> {
  const { rows } = await sql<Found>`
    with ${RUNS},
    charged as (
      select r.server_id, r.number, count(*) as hours from usage_hours u
      join run r on r.server_id = u.server_id and u.period_start >= r.anchor_at and u.period_start < r.anchor_at + (r.hours + r.perhaps) * interval '1 hour'
        and ${ms('u.period_start - r.anchor_at')} % 3600000 = 0
      group by 1, 2
    ),
    short as materialized (
      select r.* from run r left join charged c on c.server_id = r.server_id and c.number = r.number where coalesce(c.hours, 0) not between r.hours and r.hours + r.perhaps
    ),
    -- Priced by the function, not by the join that the meter has: what that loses would be lost here too.
    missing as (
      select o.server_id, o.period_start, price.hourly_micros as micros
      from (
        select h.* from (
          select s.server_id, s.account_id, s.plan_id, s.anchor_at + n * interval '1 hour' as period_start
          from short s cross join lateral generate_series(0, s.hours - 1) n
        ) h
        where not exists (select 1 from usage_hours u where u.period_start = h.period_start and u.server_id = h.server_id)
        order by h.period_start, h.server_id limit ${SHOWN}
      ) o
      left join lateral ${priceAt({ row: 'o', at: sql`o.period_start` })} price on true
    ),
    amount as (select (select count(*) from usage_hours) as charged, (select coalesce(sum(hours), 0) from charged) as owed),
    surplus as (
      select u.server_id, u.period_start, u.compute_micros + u.backup_micros as micros
      from usage_hours u cross join amount a
      where a.charged <> a.owed and not exists (
        select 1 from run r where r.server_id = u.server_id and u.period_start >= r.anchor_at
          and u.period_start < r.anchor_at + (r.hours + r.perhaps) * interval '1 hour' and ${ms('u.period_start - r.anchor_at')} % 3600000 = 0
      ) order by u.period_start, u.server_id limit ${SHOWN}
    ),
    told as (
      select period_start, server_id || ' ' || ${iso('period_start')} || ' −' || coalesce(${cad(sql`micros`)}, '?') as line from missing
      union all
      select period_start, server_id || ' ' || ${iso('period_start')} || ' +' || ${cad(sql`micros`)} from surplus
    )
    select (select coalesce(sum(hours), 0)::bigint from run) as checked, (select array_agg(line order by period_start, line) from told) as broken
  `.execute(tx);
  return rows[0] ?? { checked: 0n, broken: null };
}

/**
 * Compares rates with prices. A later hour has the price in force when it begins; the first has the one in force when it was charged, or a
 * moment before, because the sale reads the price before it takes the money. An adopted server's first hour is charged later than it began,
 * at the price at its beginning.
 */
export async function findHoursAtAnotherPrice(tx: Tx, slackMs: number): Promise<Found> {
  const { rows } = await sql<Found>`
    with ${PRICES},
    hour as (
      select u.server_id, u.period_start, u.rate_micros, u.compute_micros, ${RATE} as owed_micros
      from (
        select u.*, s.plan_id from usage_hours u join servers s on s.id = u.server_id
        left join clock_runs r on r.server_id = u.server_id and r.anchor_at = u.period_start where r.number is null
      ) u
      ${joinPrices({ row: 'u', at: sql`u.period_start` })}
    ),
    first as (
      select r.server_id, r.account_id, r.plan_id, u.period_start, u.rate_micros, u.compute_micros, price.hourly_micros as owed_micros, charge.at
      from clock_runs r
      join usage_hours u on u.period_start = r.anchor_at and u.server_id = r.server_id
      join transfers t on t.id = u.transfer_id
      left join adoptions a on a.server_id = r.server_id and r.number = 1
      cross join lateral (select coalesce(a.clock_from, t.created_at) as at) charge
      left join lateral ${priceAt({ row: 'r', at: sql`charge.at` })} price on true
    ),
    wrong as (
      select server_id, period_start, rate_micros, owed_micros from hour
      where rate_micros is distinct from owed_micros or compute_micros <> rate_micros
      union all
      select server_id, period_start, rate_micros, owed_micros from first
      where compute_micros <> rate_micros or (rate_micros is distinct from owed_micros and not ${wasInForce({
        row: 'first',
        rate: sql`first.rate_micros`,
        from: sql`first.at - ${slackMs} * interval '1 millisecond'`,
        to: sql`first.at`,
      })})
    )
    select (select count(*) from usage_hours) as checked, (
      select array_agg(line) from (
        select server_id || ' ' || ${iso('period_start')} || ' ' || ${cad(sql`rate_micros`)} || ' ≠ ' || coalesce(${cad(sql`owed_micros`)}, '?') as line
        from wrong order by period_start, server_id limit ${SHOWN}
      ) named
    ) as broken
  `.execute(tx);
  return rows[0] ?? { checked: 0n, broken: null };
}

/**
 * Finds hourly servers that run although their clock has stopped, prepaid ones that run although their term is over, and clocks that run
 * for servers that do not. `lateMs`: how long after its end a term may wait to be ended.
 */
export async function findClocksAgainstStatus(tx: Tx, lateMs: number): Promise<Found> {
  const { rows } = await sql<Found>`
    with clock as (select server_id, account_id, started, open from clock_runs where stops_at is null),
    mark as (select coalesce(max(billed_through), '-infinity') - ${lateMs} * interval '1 millisecond' as late from meter_marks),
    -- The one that is over may be waiting for the card's answer.
    term as (
      select o.server_id from orders o cross join mark
      where o.status = 'active' and (o.term_end > mark.late or exists (select from payments p where p.order_id = o.id and p.settled_at is null))
    ),
    wrong as (
      select s.id || ' ' || s.status || case when s.status in ('ACTIVE', 'STOPPED') and (s.billing_cycle = 'hourly' or c.server_id is null)
        then ' −' else ' +' end as line
      from servers s left join clock c on c.server_id = s.id
      where (s.billing_cycle = 'hourly' and s.status in ('ACTIVE', 'STOPPED') and s.goal in ('running', 'stopped')
          and (c.server_id is null or not c.started or not c.open or c.account_id <> s.account_id))
        or (s.billing_cycle <> 'hourly' and s.status in ('ACTIVE', 'STOPPED') and s.goal in ('running', 'stopped')
          and s.id not in (select server_id from term))
        or (c.server_id is not null and (s.billing_cycle <> 'hourly' or s.status in ('HIBERNATED', 'ERROR', 'DELETED')))
      order by s.id limit ${SHOWN}
    )
    select (select count(*) from servers) as checked, (select array_agg(line) from wrong) as broken
  `.execute(tx);
  return rows[0] ?? { checked: 0n, broken: null };
}

/** A refund of an hour, or an hour for which one may be owed. */
export interface HourKey {
  readonly serverId: string;
  readonly periodStart: Date;
}

/** Hourly servers whose history is compared in one batch, with everything needed for it. */
export interface ServerHistory {
  readonly serverId: string;
  readonly events: readonly ClockEvent[];
  readonly kept: readonly KeptRun[];
  readonly freeHours: readonly FreeHour[];
  readonly refunds: readonly { readonly periodStart: Date; readonly amountMicros: bigint }[];
  /** Spans in which it did not exist, although the restored books charged for it: every hour that began within one is owed back. */
  readonly settled: readonly SettledSpan[];
}

/** The next hourly servers after an id, oldest first, including deleted ones. */
export async function readHistories(tx: Tx, input: { after: string; limit: number }): Promise<readonly ServerHistory[]> {
  const servers = await tx
    .selectFrom('servers')
    .select('id')
    .where('billingCycle', '=', 'hourly')
    .where('id', '>', input.after)
    .orderBy('id')
    .limit(input.limit)
    .execute();
  const ids = servers.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows: events } = await sql<ClockEvent & { serverId: string }>`
    select server_id, type, to_status, reason, coalesce((data->>'byItsOwner')::boolean, false) as by_its_owner, case when type = 'server.adopted' then
      (select coalesce(clock_from, created_at) from adoptions where adoptions.server_id = server_events.server_id) else created_at end as created_at
    from server_events
    where server_id = any(${ids}) and type in ('server.adopted', 'server.create_requested', 'server.active', 'server.stopped', 'server.hibernate_requested',
      'server.restore_requested', 'server.restore_failed', 'server.deleted', 'server.preempted', 'server.error', 'server.moving')
    order by server_events.created_at, id
  `.execute(tx);
  const kept = await tx
    .selectFrom('clockRuns')
    .select(['serverId', 'number', 'anchorAt', 'started', 'stopsAt'])
    .where('serverId', 'in', ids)
    .orderBy('number')
    .execute();
  const free = await tx
    .selectFrom('unchargedHours')
    .select(['serverId', 'periodStart as start', 'createdAt as notedAt'])
    .where('serverId', 'in', ids)
    .orderBy('periodStart')
    .execute();
  const refunds = await tx
    .selectFrom('usageRefunds')
    .select(['serverId', 'periodStart', 'amountMicros'])
    .where('serverId', 'in', ids)
    .execute();
  const settled = await tx.selectFrom('settlements').select(['serverId', 'since', 'until']).where('serverId', 'in', ids).execute();
  const of = {
    events: Map.groupBy(events, ({ serverId }) => serverId),
    kept: Map.groupBy(kept, ({ serverId }) => serverId),
    free: Map.groupBy(free, ({ serverId }) => serverId),
    refunds: Map.groupBy(refunds, ({ serverId }) => serverId),
    settled: Map.groupBy(settled, ({ serverId }) => serverId),
  };
  return ids.map((serverId) => ({
    serverId,
    events: of.events.get(serverId) ?? [],
    kept: of.kept.get(serverId) ?? [],
    freeHours: of.free.get(serverId) ?? [],
    refunds: of.refunds.get(serverId) ?? [],
    settled: of.settled.get(serverId) ?? [],
  }));
}

/** Totals of charged hours, micro-CAD, by server and start. */
export async function readChargedHours(tx: Tx, hours: readonly HourKey[]): Promise<ReadonlyMap<string, bigint>> {
  if (hours.length === 0) return new Map();
  const { rows } = await sql<HourKey & { micros: bigint }>`
    select u.server_id, u.period_start, u.compute_micros + u.backup_micros as micros
    from unnest(${hours.map(({ serverId }) => serverId)}::text[], ${hours.map(({ periodStart }) => periodStart)}::timestamptz[]) h (server_id, period_start)
    join usage_hours u on u.period_start = h.period_start and u.server_id = h.server_id
  `.execute(tx);
  return new Map(rows.map((row) => [hourKey(row), row.micros]));
}

export function hourKey({ serverId, periodStart }: HourKey): string {
  return `${serverId} ${periodStart.toISOString()}`;
}
