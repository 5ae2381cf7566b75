import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../db/connect.ts';
import type { Prices } from '../../db/rows.gen.ts';

export type PriceRow = Selectable<Prices>;

/** Adds a dated price; null when the plan and account have one of the very same instant. */
export async function insertPrice(tx: Tx, row: Omit<PriceRow, 'id'>): Promise<PriceRow | null> {
  const inserted = tx
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['planId', 'accountId', 'validFrom']).doNothing());
  return (await inserted.returningAll().executeTakeFirst()) ?? null;
}

/** Prices, the latest to come into force first. `accountId` null: list prices only; left out: everybody's. */
export function selectPrices(
  db: Sql | Tx,
  by: { planId?: string | undefined; accountId?: string | null | undefined; limit: number },
): Promise<PriceRow[]> {
  let query = db.selectFrom('prices').selectAll();
  if (by.planId !== undefined) query = query.where('planId', '=', by.planId);
  if (by.accountId !== undefined) query = query.where('accountId', 'is not distinct from', by.accountId);
  return query.orderBy('validFrom', 'desc').orderBy('id', 'desc').limit(by.limit).execute();
}

export async function accountExists(db: Sql | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
