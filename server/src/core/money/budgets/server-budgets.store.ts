import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Period } from '../../ground/calendar.rules.ts';

/** A server's own monthly limit and the total of its hours in a Toronto month. Amounts in micro-CAD. */
export interface ServerBudgetRow {
  readonly monthLimitMicros: bigint;
  readonly monthStart: Date;
  readonly monthSpentMicros: bigint;
}

export function findServerBudget(db: Sql | Tx, serverId: string): Promise<ServerBudgetRow | null> {
  return firstOrNull(
    db.selectFrom('serverBudgets').select(['monthLimitMicros', 'monthStart', 'monthSpentMicros']).where('serverId', '=', serverId),
  );
}

export async function saveServerBudget(
  tx: Tx,
  budget: ServerBudgetRow & { serverId: string; accountId: string; now: Date },
): Promise<void> {
  const { now, ...row } = budget;
  const { monthLimitMicros, monthStart, monthSpentMicros } = row;
  await tx
    .insertInto('serverBudgets')
    .values({ ...row, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('serverId').doUpdateSet({ monthLimitMicros, monthStart, monthSpentMicros, updatedAt: now }))
    .execute();
}

export async function removeServerBudget(tx: Tx, serverId: string): Promise<void> {
  await tx.deleteFrom('serverBudgets').where('serverId', '=', serverId).execute();
}

/** Adds to what a server with a limit has spent in a month; ignores an amount of an earlier month than the row's. */
export async function countServerSpending(tx: Tx, input: { serverId: string; month: Period; amountMicros: bigint }): Promise<void> {
  const { serverId, month, amountMicros } = input;
  await sql`
    update server_budgets set
      month_spent_micros = greatest(0, ${amountMicros}::bigint + case when month_start = ${month.start} then month_spent_micros else 0 end),
      month_start = ${month.start}
    where server_id = ${serverId} and month_start <= ${month.start}
  `.execute(tx);
}

/** The total of a server's hours that began in a month, less refunds: the source of truth for the counter. */
export async function sumServerMonth(db: Sql | Tx, input: { serverId: string; month: Period }): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    with hours as (
      select distinct generate_series(r.anchor_at, least(coalesce(r.stops_at, ${input.month.end}), ${input.month.end}), interval '1 hour') as period_start
      from clock_runs r where r.server_id = ${input.serverId}
    )
    select (coalesce(sum(u.compute_micros + u.backup_micros), 0) - (
      select coalesce(sum(f.amount_micros), 0) from usage_refunds f
      where f.server_id = ${input.serverId} and f.period_start >= ${input.month.start} and f.period_start < ${input.month.end}
    ))::bigint as micros
    from hours h join usage_hours u on u.period_start = h.period_start and u.server_id = ${input.serverId}
    where h.period_start >= ${input.month.start} and h.period_start < ${input.month.end}
  `.execute(db);
  return rows[0]?.micros ?? 0n;
}
