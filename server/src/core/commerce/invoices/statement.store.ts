import { sql } from 'kysely';
import type { TransactionType } from '@boreal/contract/billing/billing.ts';
import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { hoursOf, wayToHours } from '../../fleet/costs/costs.store.ts';
import type { Period } from '../../ground/calendar.rules.ts';

/** The sum of one kind of movement in a month, as seen from the customer's credit: negative when taken. */
export interface MovementSum {
  readonly type: TransactionType;
  /** The ledger account on the other side. */
  readonly against: string;
  readonly direction: 'given' | 'taken';
  readonly micros: Micros;
}

/** A server's usage in a month: what was charged for its hours, micro-CAD. */
export interface ServerUse {
  readonly serverId: string;
  readonly serverName: string;
  readonly planId: string;
  readonly hours: bigint;
  readonly computeMicros: Micros;
  readonly backupMicros: Micros;
}

/** An account's balance before a given time: its balance now, less what has moved since, which is less to read than its whole history. */
export async function balanceBefore(tx: Tx, input: { accountId: string; at: Date }): Promise<Micros> {
  const { accountId, at } = input;
  const { rows } = await sql<{ micros: bigint }>`
    select (balance_micros - coalesce((
      select sum(case when credit_account_id = ${accountId} then amount_micros else -amount_micros end)
      from transfers where account_id = ${accountId} and created_at >= ${at}), 0))::bigint as micros
    from ledger_accounts where id = ${accountId}
  `.execute(tx);
  return rows[0]?.micros ?? 0n;
}

/** An account's movements in a period by kind. */
export async function sumMovements(tx: Tx, input: { accountId: string; period: Period }): Promise<readonly MovementSum[]> {
  const { accountId, period } = input;
  const { rows } = await sql<MovementSum>`
    select type, case when credit_account_id = ${accountId} then debit_account_id else credit_account_id end as against,
      case when credit_account_id = ${accountId} then 'given' else 'taken' end as direction,
      sum(case when credit_account_id = ${accountId} then amount_micros else -amount_micros end)::bigint as micros
    from transfers
    where account_id = ${accountId} and created_at >= ${period.start} and created_at < ${period.end}
    group by 1, 2, 3 order by 1, 2, 3
  `.execute(tx);
  return rows;
}

/** How long after a month an hour charged in it may begin: a first hour moves to the time when its server started. */
const MOVED_HOURS = 48;

/** What the account's servers were charged in a period for hours that began at `from` or later, oldest server first. */
export async function sumUse(tx: Tx, input: { accountId: string; period: Period; from: Date }): Promise<readonly ServerUse[]> {
  const { accountId, period, from } = input;
  const until = addMs(period.end, MOVED_HOURS * HOUR_MS);
  const way = await wayToHours(tx, { accountId, start: from, end: until });
  const { rows } = await sql<ServerUse>`
    with moved as materialized (
      select id from transfers
      where account_id = ${accountId} and type = 'usage' and created_at >= ${period.start} and created_at < ${period.end}
    ),
    hours as materialized (${hoursOf({ accountId, from, until }, way)}),
    used as (
      select server_id, count(*) as hours, sum(compute_micros)::bigint as compute_micros, sum(backup_micros)::bigint as backup_micros
      from hours group by server_id
    )
    select u.*, s.name as server_name, s.plan_id from used u join servers s on s.id = u.server_id order by u.server_id
  `.execute(tx);
  return rows;
}

/** The latest month whose statements are all issued; null if there is none. */
export async function lastStatedMonth(db: Sql): Promise<Date | null> {
  const row = await db
    .selectFrom('statementMonths')
    .select((eb) => eb.fn.max('monthStart').as('start'))
    .executeTakeFirst();
  return row?.start ?? null;
}

export async function finishMonth(db: Sql, input: { monthStart: Date; now: Date }): Promise<void> {
  await db
    .insertInto('statementMonths')
    .values({ monthStart: input.monthStart, finishedAt: input.now })
    .onConflict((conflict) => conflict.column('monthStart').doNothing())
    .execute();
}

export async function firstMovementAt(db: Sql): Promise<Date | null> {
  const row = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.min('createdAt').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The accounts whose credit moved in a period. Reads the period's movements once: a search per account would read its whole history. */
export async function listMovedAccounts(db: Sql, { start, end }: Period): Promise<readonly string[]> {
  const moved = db
    .selectFrom('transfers')
    .select('accountId')
    .distinct()
    .where('accountId', 'is not', null)
    .where('createdAt', '>=', start)
    .where('createdAt', '<', end)
    .orderBy('accountId')
    .$narrowType<{ accountId: string }>();
  return (await moved.execute()).map(({ accountId }) => accountId);
}

export async function hasStatement(tx: Tx, { accountId, periodStart }: { accountId: string; periodStart: Date }): Promise<boolean> {
  const statement = tx
    .selectFrom('invoices')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'statement')
    .where('periodStart', '=', periodStart);
  return (await statement.executeTakeFirst()) !== undefined;
}
