import { MemberRole, mayDo } from '@boreal/contract/people/members.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { StockAlerts } from '../../../db/rows.gen.ts';
import { priceAt } from '../../money/prices/price-in-force.store.ts';

export type StockAlertRow = Selectable<StockAlerts>;

const deployers = MemberRole.options.filter((role) => mayDo(role, 'servers.write'));

/** Locks a person, so that two simultaneous requests cannot both pass the limit. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

export function findStockAlert(
  tx: Tx,
  of: Pick<StockAlertRow, 'userId' | 'accountId' | 'planId' | 'region'>,
): Promise<StockAlertRow | null> {
  return firstOrNull(
    tx
      .selectFrom('stockAlerts')
      .selectAll()
      .where('userId', '=', of.userId)
      .where('accountId', '=', of.accountId)
      .where('planId', '=', of.planId)
      .where('region', '=', of.region),
  );
}

export async function countStockAlerts(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('stockAlerts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertStockAlert(tx: Tx, row: Insertable<StockAlerts>): Promise<void> {
  await tx.insertInto('stockAlerts').values(row).execute();
}

/** A person's stock alerts in an account, oldest first; there are few. */
export function selectStockAlerts(db: Sql, of: { userId: string; accountId: string }): Promise<StockAlertRow[]> {
  return db
    .selectFrom('stockAlerts')
    .selectAll()
    .where('userId', '=', of.userId)
    .where('accountId', '=', of.accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Returns the deleted alert; null if the person has no such alert in the account. */
export function deleteStockAlert(tx: Tx, of: Pick<StockAlertRow, 'id' | 'userId' | 'accountId'>): Promise<StockAlertRow | null> {
  return firstOrNull(
    tx
      .deleteFrom('stockAlerts')
      .where('id', '=', of.id)
      .where('userId', '=', of.userId)
      .where('accountId', '=', of.accountId)
      .returningAll(),
  );
}

/** Deletes all of a person's stock alerts; returns how many. */
export async function deleteStockAlertsOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('stockAlerts').where('userId', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteStockAlertsBefore(db: Sql, at: Date): Promise<void> {
  await db.deleteFrom('stockAlerts').where('createdAt', '<', at).execute();
}

/** A plan in a region that somebody has an alert for. */
export type Awaited = Pick<StockAlertRow, 'planId' | 'region'>;

export function selectAwaited(db: Sql): Promise<Awaited[]> {
  return db.selectFrom('stockAlerts').select(['planId', 'region']).distinct().execute();
}

/** A person with an alert who could deploy, and the language to mail them in. */
export interface Waiting {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

/** Those who have waited longest for a plan, locked; skips anyone who could not deploy. */
export function takeWaiting(tx: Tx, { planId, region, at, limit }: Awaited & { at: Date; limit: number }): Promise<Waiting[]> {
  return tx
    .selectFrom('stockAlerts')
    .innerJoin('users', 'users.id', 'stockAlerts.userId')
    .innerJoin('accounts', 'accounts.id', 'stockAlerts.accountId')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'stockAlerts.accountId')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.userId', '=', 'stockAlerts.userId').onRef('memberships.accountId', '=', 'stockAlerts.accountId'),
    )
    .select(['stockAlerts.id', 'stockAlerts.userId', 'stockAlerts.accountId', 'users.email', 'users.name'])
    .select((eb) => eb.fn.coalesce('users.language', 'accounts.language').as('language'))
    .where('stockAlerts.planId', '=', planId)
    .where('stockAlerts.region', '=', region)
    .where('users.emailVerified', '=', true)
    .where('ledgerAccounts.suspendedAt', 'is', null)
    .where('ledgerAccounts.closedAt', 'is', null)
    .where(sql<boolean>`exists (select from ${priceAt({ row: 'stock_alerts', at: sql`${at}::timestamptz` })})`)
    .where('memberships.role', 'in', deployers)
    .orderBy('stockAlerts.createdAt')
    .orderBy('stockAlerts.id')
    .limit(limit)
    .forUpdate('stockAlerts')
    .execute();
}

export async function deleteTold(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('stockAlerts').where('id', 'in', ids).execute();
}
