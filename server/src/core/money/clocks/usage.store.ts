import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';

export interface UsageRow {
  readonly periodStart: Date;
  readonly rateMicros: bigint;
  readonly computeMicros: bigint;
  readonly backupMicros: bigint;
  readonly refundMicros: bigint;
  readonly transferId: string;
}

/**
 * A server's charged hours in [from, to), newest first. Usage is keyed by hour and then server, so that the meter only ever appends; a
 * server's own hours are found by counting along its clock's runs, hour by hour.
 */
export async function readUsage(
  db: Sql,
  input: { serverId: string; from: Date; to: Date; before: Date | null; limit: number },
): Promise<readonly UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    with hours as (
      select generate_series(r.anchor_at, least(coalesce(r.stops_at, ${input.to}), ${input.to}), interval '1 hour') as period_start
      from clock_runs r where r.server_id = ${input.serverId}
    )
    select u.period_start, u.rate_micros, u.compute_micros, u.backup_micros, u.transfer_id,
      coalesce((select sum(f.amount_micros) from usage_refunds f
        where f.server_id = u.server_id and f.period_start = u.period_start), 0)::bigint as refund_micros
    from (select distinct period_start from hours where period_start >= ${input.from} and period_start < ${input.to}
      and (${input.before}::timestamptz is null or period_start < ${input.before})) h
    join usage_hours u on u.period_start = h.period_start and u.server_id = ${input.serverId}
    order by u.period_start desc limit ${input.limit}
  `.execute(db);
  return rows;
}

export interface UsageTotals {
  readonly hours: bigint;
  readonly computeMicros: bigint;
  readonly backupMicros: bigint;
  readonly refundMicros: bigint;
}

/** The total of a server's hours in [from, to). */
export async function sumUsage(db: Sql, input: { serverId: string; from: Date; to: Date }): Promise<UsageTotals> {
  const { rows } = await sql<UsageTotals>`
    with hours as (
      select distinct generate_series(r.anchor_at, least(coalesce(r.stops_at, ${input.to}), ${input.to}), interval '1 hour') as period_start
      from clock_runs r where r.server_id = ${input.serverId}
    )
    select count(*) as hours, coalesce(sum(u.compute_micros), 0)::bigint as compute_micros,
      coalesce(sum(u.backup_micros), 0)::bigint as backup_micros,
      (select coalesce(sum(f.amount_micros), 0)::bigint from usage_refunds f
        where f.server_id = ${input.serverId} and f.period_start >= ${input.from} and f.period_start < ${input.to}) as refund_micros
    from hours h
    join usage_hours u on u.period_start = h.period_start and u.server_id = ${input.serverId}
    where h.period_start >= ${input.from} and h.period_start < ${input.to}
  `.execute(db);
  return rows[0] ?? { hours: 0n, computeMicros: 0n, backupMicros: 0n, refundMicros: 0n };
}

/** Whether an hour that begins at this very instant has been charged. */
export async function beginsHourAt(tx: Tx, at: Date): Promise<boolean> {
  return (await tx.selectFrom('usageHours').select('serverId').where('periodStart', '=', at).limit(1).executeTakeFirst()) !== undefined;
}

/** A charged hour, and what was refunded of it. */
export interface ChargedHour {
  readonly runNumber: number;
  readonly periodStart: Date;
  readonly chargedAt: Date;
  readonly paidMicros: bigint;
  readonly refundedMicros: bigint;
}

/** A server's charged hours that began after `since` and before `until`, oldest first. */
export async function selectChargedHours(tx: Tx, of: { serverId: string; since: Date; until: Date }): Promise<readonly ChargedHour[]> {
  const { rows } = await sql<ChargedHour>`
    with hours as (
      select max(r.number) as run_number, period_start
      from clock_runs r
      cross join lateral generate_series(r.anchor_at, least(coalesce(r.stops_at, ${of.until}), ${of.until}), interval '1 hour') period_start
      where r.server_id = ${of.serverId} and period_start > ${of.since} and period_start < ${of.until}
      group by period_start
    )
    select h.run_number, u.period_start, t.created_at as charged_at, u.compute_micros + u.backup_micros as paid_micros,
      coalesce((select sum(f.amount_micros) from usage_refunds f
        where f.server_id = u.server_id and f.period_start = u.period_start), 0)::bigint as refunded_micros
    from hours h
    join usage_hours u on u.period_start = h.period_start and u.server_id = ${of.serverId}
    join transfers t on t.id = u.transfer_id
    order by u.period_start
  `.execute(tx);
  return rows;
}
