import { sql, type RawBuilder } from 'kysely';
import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';

/** What a server was charged in a span, micro-CAD. */
export interface ServerCost {
  /** Null: charges that name no server. */
  readonly serverId: string | null;
  readonly serversMicros: Micros;
  readonly backupsMicros: Micros;
  readonly ordersMicros: Micros;
  /** Positive. */
  readonly refundsMicros: Micros;
}

/** Whose costs, and when they were charged. */
export interface CostSpan {
  readonly accountId: string;
  readonly start: Date;
  readonly end: Date;
}

/** Hours that begin in [from, until); of one server if it is given. */
export interface HoursSpan {
  readonly accountId: string;
  readonly from: Date;
  readonly until: Date;
  readonly serverId?: string | undefined;
}

/** `clocks`: looks up each hour of the account's clocks. `time`: reads all hours in the span, of all accounts. */
export type WayToHours = 'clocks' | 'time';

/** Looking up one hour costs as much as scanning this many. */
const LOOK_UP_COST = 50;

/** How late the meter may bill an hour that counts in a span, in hours. */
export const LATE_HOURS = 48;

/** Looking up this many hours takes less time than counting all accounts' runs. */
const FEW_HOURS = 10_000;

/** The cheaper way to find an account's hours, by its share of all hours in that time. */
export async function wayToHours(db: Sql, { accountId, start, end }: CostSpan): Promise<WayToHours> {
  const own = await countHours(db, { start, end, of: sql<boolean>`account_id = ${accountId}` });
  if (own <= FEW_HOURS) return 'clocks';
  return own * LOOK_UP_COST > (await countHours(db, { start, end, of: sql<boolean>`true` })) ? 'time' : 'clocks';
}

/** An estimate of the hours of some clocks in a span. */
async function countHours(db: Sql, { start, end, of }: { start: Date; end: Date; of: RawBuilder<boolean> }): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select coalesce(sum(
      greatest(0, extract(epoch from least(coalesce(stops_at, ${end}), ${end}) - greatest(anchor_at, ${start})) / 3600)), 0)::float8 as hours
    from clock_runs
    where ${of} and (stops_at is null or stops_at >= ${start})
  `.execute(db);
  return rows[0]?.hours ?? 0;
}

/**
 * What an account's servers were charged in [start, end), by server. The meter charges several servers in one transfer, which names none of
 * them; its hours do. The hours are found through the servers' clocks, because they are stored by time, for all accounts together.
 */
export async function sumByServer(db: Sql, span: CostSpan, way: WayToHours): Promise<readonly ServerCost[]> {
  const { accountId, start, end } = span;
  const { rows } = await sql<ServerCost>`
    with moved as materialized (
      select id, key, type, server_id, case when debit_account_id = ${accountId} then amount_micros else -amount_micros end as micros
      from transfers
      where account_id = ${accountId} and created_at >= ${start} and created_at < ${end}
        and 'revenue' in (debit_account_id, credit_account_id) and type in ('usage', 'backup', 'order', 'refund')
    ),
    hours as materialized (${hoursOf(hoursIn(span), way)}),
    explained as (select transfer_id, sum(compute_micros + backup_micros) as micros from hours group by transfer_id),
    parts as (
      select server_id, compute_micros as servers, backup_micros as backups, 0 as orders, 0 as refunds from hours
      union all
      select m.server_id,
        case when m.type = 'usage' then m.micros - coalesce(e.micros, 0) else 0 end,
        case when m.type = 'backup' or m.key like 'order-backup:%' then m.micros else 0 end,
        case when m.type = 'order' and m.key not like 'order-backup:%' then m.micros else 0 end,
        case when m.type = 'refund' and m.key not like 'order-backup:%' then -m.micros else 0 end
      from moved m left join explained e on e.transfer_id = m.id
    )
    select server_id, sum(servers)::bigint as servers_micros, sum(backups)::bigint as backups_micros,
      sum(orders)::bigint as orders_micros, sum(refunds)::bigint as refunds_micros
    from parts group by server_id
    having count(*) filter (where servers <> 0 or backups <> 0 or orders <> 0 or refunds <> 0) > 0
    order by server_id
  `.execute(db);
  return rows;
}

/** The time within which hours charged in a span may begin. */
export function hoursIn({ accountId, start, end }: CostSpan): HoursSpan {
  return { accountId, from: addMs(start, -LATE_HOURS * HOUR_MS), until: end };
}

/** The hours of a span that were charged by the transfers in a statement's `moved`. */
export function hoursOf(span: HoursSpan, way: WayToHours): RawBuilder<unknown> {
  return way === 'clocks' ? hoursByClock(span) : hoursByTime(span);
}

function hoursByClock({ accountId, from, until, serverId }: HoursSpan) {
  return sql`
      -- Hours in the middle of a run need not be counted up from its beginning; two runs may meet in one hour.
      select distinct u.transfer_id, u.server_id, u.period_start, u.compute_micros, u.backup_micros
      from clock_runs r
      cross join lateral generate_series(
        r.anchor_at + greatest(0, floor(extract(epoch from ${from}::timestamptz - r.anchor_at) / 3600)) * interval '1 hour',
        least(coalesce(r.stops_at, ${until}), ${until}), interval '1 hour') as hour
      -- With a limit each is one look-up: without, all hours that a server ever had would be read.
      cross join lateral (select * from usage_hours u where u.period_start = hour and u.server_id = r.server_id limit 1) as u
      join moved m on m.id = u.transfer_id
      where r.account_id = ${accountId} and (r.stops_at is null or r.stops_at >= ${from})
        ${serverId === undefined ? sql`` : sql`and r.server_id = ${serverId}`}`;
}

function hoursByTime({ accountId, from, until, serverId }: HoursSpan) {
  return sql`
      select u.transfer_id, u.server_id, u.period_start, u.compute_micros, u.backup_micros
      from usage_hours u join moved m on m.id = u.transfer_id
      where u.account_id = ${accountId} and u.period_start < ${until} and u.period_start >= ${from}
        ${serverId === undefined ? sql`` : sql`and u.server_id = ${serverId}`}`;
}

/** A server, with what its costs can be grouped by. */
export interface CostServer {
  readonly id: string;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly modelSlug: string;
  readonly modelName: string;
  readonly gpuCount: number;
  /** Who deployed it, and with which key, if known. */
  readonly memberId: string | null;
  readonly memberName: string | null;
  readonly keyId: string | null;
  readonly keyName: string | null;
}

/** Some servers of an account. A server's first event names who deployed it; for a key, that is its maker. */
export async function selectCostServers(db: Sql, of: { accountId: string; serverIds: readonly string[] }): Promise<readonly CostServer[]> {
  const { rows } = await sql<CostServer>`
    select s.id, s.name, s.status = 'DELETED' as is_deleted, m.slug as model_slug, m.name as model_name, p.gpu_count,
      k.id as key_id, k.name as key_name,
      case when k.id is null then case when e.actor_type = 'user' then e.actor_id end else k.maker_id end as member_id,
      case when k.id is null then coalesce(own.name, case when e.actor_type = 'user' then e.actor_name end) else maker.name end as member_name
    from servers s
    join plans p on p.id = s.plan_id
    join gpu_models m on m.slug = p.gpu_model
    left join lateral (
      select actor_type, actor_id, actor_name from server_events
      where server_id = s.id and created_at >= s.created_at - interval '1 minute' and created_at < s.created_at + interval '1 hour'
        and type in ('server.create_requested', 'server.order_requested')
      order by created_at, id limit 1
    ) e on true
    left join api_keys k on k.id = e.actor_id and e.actor_type in ('api_key', 'mcp_key') and k.account_id = s.account_id
    left join users maker on maker.id = k.maker_id
    left join users own on own.id = e.actor_id and e.actor_type = 'user'
    where s.account_id = ${of.accountId} and s.id = any(${of.serverIds}::text[])
  `.execute(db);
  return rows;
}
