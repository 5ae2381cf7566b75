import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { notify } from '../../../db/notifications.ts';
import { neverHeld, type OwnHolder } from './holder.rules.ts';

const columns = ['holderId', 'epoch', 'tookFrom', 'advancedAt', 'fencedAt', 'takeOverAsked'] as const;

/** Locked until the transaction ends, so that several workers of one database increase the epoch one after another. */
export async function lockHolder(tx: Tx, engine: string): Promise<OwnHolder> {
  await tx
    .insertInto('engineHolders')
    .values({ engine })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('engineHolders').select(columns).where('engine', '=', engine).forUpdate().executeTakeFirstOrThrow();
}

export async function readHolderRow(db: Sql | Tx, engine: string): Promise<OwnHolder> {
  return (await db.selectFrom('engineHolders').select(columns).where('engine', '=', engine).executeTakeFirst()) ?? neverHeld;
}

export async function saveHolder(tx: Tx, engine: string, own: OwnHolder): Promise<void> {
  await tx
    .updateTable('engineHolders')
    .set({ ...own })
    .where('engine', '=', engine)
    .execute();
  await notify(tx, 'holders_changed');
}

/** Makes the next look at each of these engines take it over. */
export async function askTakeOver(db: Sql | Tx, engines: readonly string[]): Promise<void> {
  if (engines.length === 0) return;
  await db
    .insertInto('engineHolders')
    .values(engines.map((engine) => ({ engine, takeOverAsked: true })))
    .onConflict((conflict) => conflict.column('engine').doUpdateSet({ takeOverAsked: true }))
    .execute();
}

/** Which of these engines a newer database drives, and since when. */
export async function listFenced(
  db: Sql | Tx,
  engines: readonly { readonly name: string }[],
): Promise<{ engine: string; fencedAt: Date }[]> {
  const { rows } = await sql<{ engine: string; fencedAt: Date }>`
    select engine, fenced_at from engine_holders where engine = any(${engines.map(({ name }) => name)}::text[]) and fenced_at is not null order by engine
  `.execute(db);
  return rows;
}
