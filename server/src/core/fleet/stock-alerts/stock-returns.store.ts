import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Awaited } from './stock-alerts.store.ts';

/** Since when a plan has been seen in stock without a break. Seen for the first time, since now. */
export async function seeInStock(db: Sql, { planId, region, at }: Awaited & { at: Date }): Promise<Date> {
  const insert = db.insertInto('stockReturns').values({ planId, region, since: at });
  // Setting what is there makes the row come back.
  const row = await insert
    .onConflict((conflict) => conflict.columns(['planId', 'region']).doUpdateSet({ planId }))
    .returning('since')
    .executeTakeFirstOrThrow();
  return row.since;
}

/** It is sold out, or no longer sold: the next time counts anew. */
export async function seeSoldOut(db: Sql, { planId, region }: Awaited): Promise<void> {
  await db.deleteFrom('stockReturns').where('planId', '=', planId).where('region', '=', region).execute();
}

/** Those that nobody waits for any more. */
export async function forgetUnawaited(db: Sql): Promise<void> {
  await sql`
    delete from stock_returns r
    where not exists (select from stock_alerts a where a.plan_id = r.plan_id and a.region = r.region)
  `.execute(db);
}

/** When people were last told of a plan, under its lock; null when it is not in stock. */
export function lockReturn(tx: Tx, { planId, region }: Awaited): Promise<{ since: Date; toldAt: Date | null } | null> {
  return firstOrNull(
    tx.selectFrom('stockReturns').select(['since', 'toldAt']).where('planId', '=', planId).where('region', '=', region).forUpdate(),
  );
}

export async function markTold(tx: Tx, { planId, region, at }: Awaited & { at: Date }): Promise<void> {
  await tx.updateTable('stockReturns').set({ toldAt: at }).where('planId', '=', planId).where('region', '=', region).execute();
}
