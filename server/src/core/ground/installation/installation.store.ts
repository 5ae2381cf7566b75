import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';

/** When the demo's customers were added to this database; null if it is not a demo. Locked until the transaction ends. */
export async function lockDemoSeededAt(tx: Tx): Promise<Date | null> {
  const row = await tx.selectFrom('installation').select('demoSeededAt').forUpdate().executeTakeFirstOrThrow();
  return row.demoSeededAt;
}

export async function markDemoSeeded(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('installation').set({ demoSeededAt: now }).execute();
}

/** Whether this database contains the demo's customers: then it is never used in production. */
export async function isDemo(db: Sql): Promise<boolean> {
  const row = await db.selectFrom('installation').select('demoSeededAt').executeTakeFirstOrThrow();
  return row.demoSeededAt !== null;
}

/** Whether this database has people or accounts other than the demo's: then no demo is ever added to them. */
export async function holdsRealPeople(db: Sql): Promise<boolean> {
  // In one statement: another process may be creating the demo, whose people and mark appear together.
  const { rows } = await sql<{ real: boolean }>`
    select demo_seeded_at is null and (exists (select from users) or exists (select from accounts)) as real from installation
  `.execute(db);
  return rows[0]?.real === true;
}

/** The mark that this Boreal, and no other, writes on its machines. */
export async function readMark(db: Sql | Tx): Promise<string> {
  return (await db.selectFrom('installation').select('mark').executeTakeFirstOrThrow()).mark;
}

/** The secret with which this demo signs cookies; null before its first start. Locked until the transaction ends. */
export async function lockDemoSecret(tx: Tx): Promise<string | null> {
  return (await tx.selectFrom('installation').select('demoSecret').forUpdate().executeTakeFirstOrThrow()).demoSecret;
}

export async function saveDemoSecret(tx: Tx, secret: string): Promise<void> {
  await tx.updateTable('installation').set({ demoSecret: secret }).execute();
}
