import { BILLING_TIMEZONE, type TransactionType } from '@boreal/contract/billing/billing.ts';
import type { Micros } from '@boreal/contract/values/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { hoursIn, hoursOf, wayToHours, type CostSpan } from '../costs/costs.store.ts';

/** What a server was charged on a day. Negative: money was taken. */
export interface DayRow {
  readonly day: string;
  readonly serverId: string | null;
  readonly serverName: string | null;
  readonly micros: Micros;
  readonly hours: number;
  readonly lines: number;
}

/** A transaction listed by itself. */
export interface SingleRow {
  readonly day: string;
  readonly id: string;
  readonly seq: bigint;
  readonly type: TransactionType;
  readonly micros: Micros;
  readonly balanceAfterMicros: Micros | null;
  readonly description: string | null;
  readonly data: unknown;
  readonly serverId: string | null;
  readonly serverName: string | null;
  readonly createdAt: Date;
}

export interface LineRow {
  readonly id: string;
  readonly transferId: string;
  readonly type: 'usage' | 'backup' | 'refund';
  readonly periodStart: Date | null;
  readonly micros: Micros;
  /** The whole transaction's description, as written. */
  readonly description: string | null;
  readonly data: unknown;
  readonly createdAt: Date;
}

/** When the account's credit last moved before a given time; null if never. */
export async function lastMovedBefore(db: Sql, { accountId, end }: { accountId: string; end: Date }): Promise<Date | null> {
  const row = await db
    .selectFrom('transfers')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .where('createdAt', '<', end)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/** What servers were charged by the hour in a span, by day and server, unordered. */
export async function sumByDay(db: Sql, span: CostSpan): Promise<readonly DayRow[]> {
  const way = await wayToHours(db, span);
  const { rows } = await sql<DayRow>`
    with moved as materialized (${movedBy(span)}),
    hours as materialized (${hoursOf(hoursIn(span), way)}),
    lines as (${linesOf()}),
    groups as (
      select to_char(created_at at time zone ${BILLING_TIMEZONE}, 'YYYY-MM-DD') as day, server_id, sum(micros)::bigint as micros,
        count(period_start)::int as hours, count(*)::int as lines
      from lines group by 1, 2
    )
    select g.*, s.name as server_name from groups g left join servers s on s.id = g.server_id
  `.execute(db);
  return rows;
}

/** The movements of a span other than hourly charges, unordered. */
export async function listSingles(db: Sql, span: CostSpan): Promise<readonly SingleRow[]> {
  const { rows } = await sql<SingleRow>`
    with moved as materialized (${movedBy(span)})
    select to_char(m.created_at at time zone ${BILLING_TIMEZONE}, 'YYYY-MM-DD') as day, m.id, m.seq, m.type, m.micros,
      m.balance_after_micros, m.description, m.data, m.server_id, s.name as server_name, m.created_at
    from moved m left join servers s on s.id = m.server_id
    where not m.of_use
  `.execute(db);
  return rows;
}

/** The lines of a server's group, or of the group without a server, newest first. */
export async function listLines(db: Sql, of: CostSpan & { readonly serverId: string | null }): Promise<readonly LineRow[]> {
  const { serverId, ...span } = of;
  const hours = serverId === null ? hoursOf(hoursIn(span), await wayToHours(db, span)) : hoursOf({ ...hoursIn(span), serverId }, 'clocks');
  const { rows } = await sql<LineRow>`
    with moved as materialized (${movedBy(span)}),
    hours as materialized (${hours}),
    lines as (${linesOf()})
    select concat_ws(':', transfer_id, extract(epoch from period_start)::bigint) as id, transfer_id, type, period_start, micros,
      description, data, created_at
    from lines where server_id is not distinct from ${serverId}
    order by created_at desc, period_start desc nulls last, transfer_id desc
  `.execute(db);
  return rows;
}

/** An account's movements; `of_use`: hourly charges and their refunds. */
function movedBy({ accountId, start, end }: CostSpan) {
  return sql`
    select t.*, case when debit_account_id = ${accountId} then -amount_micros else amount_micros end as micros,
      type in ('usage', 'backup') or (type = 'refund' and exists (select from usage_refunds f where f.transfer_id = t.id)) as of_use
    from transfers t
    where account_id = ${accountId} and created_at >= ${start} and created_at < ${end}`;
}

/** Each hour as a line, and what no hour explains of a movement. */
function linesOf() {
  return sql`
    select h.transfer_id, 'usage' as type, h.server_id, h.period_start, -(h.compute_micros + h.backup_micros) as micros, m.created_at,
      m.description, m.data
    from hours h join moved m on m.id = h.transfer_id
    union all
    select m.id, m.type::text, m.server_id, null, m.micros + coalesce(e.micros, 0), m.created_at,
      m.description, m.data
    from moved m
    left join (select transfer_id, sum(compute_micros + backup_micros)::bigint as micros from hours group by transfer_id) e
      on e.transfer_id = m.id
    where m.of_use and m.micros + coalesce(e.micros, 0) <> 0`;
}
