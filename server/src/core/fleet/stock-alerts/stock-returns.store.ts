import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Awaited } from './stock-alerts.store.ts';

/** Since when a plan has been in stock without interruption; from now if it was not seen in stock before. */
export async function seeInStock(db: Sql, { planId, region, at }: Awaited & { at: Date }): Promise<Date> {
  const insert = db.insertInto('stockReturns').values({ planId, region, since: at });
  // Updating a column to its own value makes `returning` include the existing row.
  const row = await insert
    .onConflict((conflict) => conflict.columns(['planId', 'region']).doUpdateSet({ planId }))
    .returning('since')
    .executeTakeFirstOrThrow();
  return row.since;
}

/** The plan is sold out, or no longer sold: its time in stock starts over next time. */
export async function seeSoldOut(db: Sql, { planId, region }: Awaited): Promise<void> {
  await db.deleteFrom('stockReturns').where('planId', '=', planId).where('region', '=', region).execute();
}

/** Deletes the rows of plans that nobody has an alert for any more. */
export async function forgetUnawaited(db: Sql): Promise<void> {
  await sql`
    delete from stock_returns r
    where not exists (select from stock_alerts a where a.plan_id = r.plan_id and a.region = r.region)
  `.execute(db);
}

/** When people were last told about a plan; locks the row. Null if the plan is not in stock. */
export function lockReturn(tx: Tx, { planId, region }: Awaited): Promise<{ since: Date; toldAt: Date | null } | null> {
  return firstOrNull(
    tx.selectFrom('stockReturns').select(['since', 'toldAt']).where('planId', '=', planId).where('region', '=', region).forUpdate(),
  );
}

export async function markTold(tx: Tx, { planId, region, at }: Awaited & { at: Date }): Promise<void> {
  await tx.updateTable('stockReturns').set({ toldAt: at }).where('planId', '=', planId).where('region', '=', region).execute();
}
