import type { Sql } from '../../../../db/connect.ts';

/** Records that some process has had an answer from the engine, at this real time. */
export async function noteContact(db: Sql, { engine, at }: { engine: string; at: Date }): Promise<void> {
  await db
    .insertInto('engineContacts')
    .values({ engine, heardAt: at })
    .onConflict((conflict) => conflict.column('engine').doUpdateSet({ heardAt: at }))
    .execute();
}

/** When any process last had an answer from the engine, in real time; null if none ever has. */
export async function lastContact(db: Sql, engine: string): Promise<Date | null> {
  const row = await db.selectFrom('engineContacts').select('heardAt').where('engine', '=', engine).executeTakeFirst();
  return row?.heardAt ?? null;
}
