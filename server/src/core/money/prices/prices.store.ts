import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Prices } from '../../../db/rows.gen.ts';
import type { Price } from '../catalog/plan.ts';

/** More than anybody sets for one plan in a day. */
const LISTED_MAX = 1000;

/** A dated price as stored; without amounts it withdraws the account's own. */
export type PriceRow = Selectable<Prices>;

export type PriceWithAmounts = PriceRow & Price;

/** False for a withdrawal. */
export function hasAmounts(row: PriceRow): row is PriceWithAmounts {
  return row.hourlyMicros !== null;
}

/** Adds a dated price, or a withdrawal; null if the plan and account already have one at that very instant. */
export function insertPrice(tx: Tx, row: Omit<PriceRow, 'id'>): Promise<PriceRow | null> {
  const inserted = tx
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['planId', 'accountId', 'validFrom']).doNothing());
  return firstOrNull(inserted.returningAll());
}

/** A price with the name of its account; null: for everybody. */
export type NamedPriceRow = PriceRow & { readonly accountName: string | null };

/** Prices, the latest to come into force first. `accountId` null: list prices only; absent: all prices. */
export function selectPrices(
  db: Sql | Tx,
  by: { planId?: string | undefined; accountId?: string | null | undefined; limit: number },
): Promise<NamedPriceRow[]> {
  let query = db.selectFrom('prices as p').leftJoin('accounts as a', 'a.id', 'p.accountId').selectAll('p').select('a.name as accountName');
  if (by.planId !== undefined) query = query.where('p.planId', '=', by.planId);
  if (by.accountId !== undefined) query = query.where('p.accountId', 'is not distinct from', by.accountId);
  return query.orderBy('p.validFrom', 'desc').orderBy('p.id', 'desc').limit(by.limit).execute();
}

/** Prices set since a time that apply to an account, or to everybody (null). */
export async function listPricesSetSince(
  tx: Tx,
  by: { planId: string; accountId: string | null; since: Date },
): Promise<PriceWithAmounts[]> {
  const rows = await tx
    .selectFrom('prices')
    .selectAll()
    .where('planId', '=', by.planId)
    .where((eb) => eb.or([eb('accountId', 'is', null), eb('accountId', '=', by.accountId)]))
    .where('createdAt', '>', by.since)
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.filter(hasAmounts);
}

/** The latest price set or withdrawn for a plan, for everybody or the account: '' if there is none. */
export async function latestPriceId(tx: Tx, by: { planId: string; accountId: string | null }): Promise<string> {
  const { id } = await tx
    .selectFrom('prices')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('planId', '=', by.planId)
    .where((eb) => eb.or([eb('accountId', 'is', null), eb('accountId', '=', by.accountId)]))
    .executeTakeFirstOrThrow();
  return String(id ?? '');
}

/** Whether an account's own price for a plan is in force at a given time. */
export async function hasOwnPrice(tx: Tx, input: { planId: string; accountId: string; at: Date }): Promise<boolean> {
  const row = await tx
    .selectFrom('priceSpans')
    .select('planId')
    .where('planId', '=', input.planId)
    .where('accountId', '=', input.accountId)
    .where('validFrom', '<=', input.at)
    .where('validTo', '>', input.at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a plan has a price after a given time, or will have one; ignores the account's own. */
export async function isPriced(tx: Tx, input: { planId: string; after: Date; withoutAccountId: string | null }): Promise<boolean> {
  const row = await tx
    .selectFrom('priceSpans')
    .select('planId')
    .where('planId', '=', input.planId)
    .where('validTo', '>', input.after)
    .where((eb) =>
      input.withoutAccountId === null ? eb.val(true) : eb.or([eb('accountId', 'is', null), eb('accountId', '<>', input.withoutAccountId)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The account's servers of a plan that are not deleted, oldest first: each needs a price, hibernated ones when they are restored. */
export function listServersOfPlan(tx: Tx, input: { planId: string; accountId: string }): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('servers')
    .select(['id', 'name'])
    .where('planId', '=', input.planId)
    .where('accountId', '=', input.accountId)
    .where('status', '<>', 'DELETED')
    .orderBy('id')
    .execute();
}

export async function accountExists(db: Sql | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
