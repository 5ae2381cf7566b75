import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Period } from '../../ground/calendar.rules.ts';

/**
 * What the backup option adds to an hour, micro-CAD, as an SQL expression over a row `option` of backup_options that may be null: a 730th
 * of the monthly price, and in a Toronto month never more than that price. `monthStart` is the statement's placeholder for the start of the
 * month, such as `$3`.
 */
export function backupPartText(monthStart: string): string {
  return `case when option.enabled then
    greatest(0, least((option.monthly_price_micros * 2 + 730) / 1460,
      option.monthly_price_micros - case when option.month_start >= ${monthStart} then option.month_micros else 0 end))
    else 0 end`;
}

/** The same, for a known month. */
export function backupPart(month: Period): RawBuilder<bigint> {
  return sql.raw(backupPartText(`'${month.start.toISOString()}'::timestamptz`));
}

/**
 * The same, exact to the cent, for the meter: when it catches up, it reaches hours of a month before the one that the row counts, and then
 * computes the option's total in that month.
 */
export function backupPartOwed(month: Period): RawBuilder<bigint> {
  return sql`case when option.month_start > ${month.start} and option.enabled then
    greatest(0, least((option.monthly_price_micros * 2 + 730) / 1460, option.monthly_price_micros - (
      select coalesce(sum(u.backup_micros), 0) from (
        select distinct generate_series(r.anchor_at, least(coalesce(r.stops_at, ${month.end}), ${month.end}), interval '1 hour') as period_start
        from clock_runs r where r.server_id = option.server_id
      ) h
      join usage_hours u on u.period_start = h.period_start and u.server_id = option.server_id
      where h.period_start >= ${month.start} and h.period_start < ${month.end})))
    else ${backupPart(month)} end`;
}

/** The option's part of an hour of one server that begins in `month`. */
export async function backupPartOfHour(db: Sql | Tx, input: { serverId: string; month: Period }): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select (${backupPart(input.month)})::bigint as micros from backup_options option where server_id = ${input.serverId}
  `.execute(db);
  return rows[0]?.micros ?? 0n;
}

/** Counts what was charged for the option towards its month's ceiling. */
export async function countBackupCharge(tx: Tx, input: { serverId: string; month: Period; amountMicros: bigint }): Promise<void> {
  if (input.amountMicros === 0n) return;
  await sql`
    update backup_options set
      month_micros = ${input.amountMicros}::bigint + case when month_start = ${input.month.start} then month_micros else 0 end,
      month_start = ${input.month.start}
    where server_id = ${input.serverId} and month_start <= ${input.month.start}
  `.execute(tx);
}
