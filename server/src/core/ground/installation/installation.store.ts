import type { Sql, Tx } from '../../../db/connect.ts';

/** When the demo's customers were put into this database; null when it is not a demo. Locked until the transaction ends. */
export async function lockDemoSeededAt(tx: Tx): Promise<Date | null> {
  const row = await tx.selectFrom('installation').select('demoSeededAt').forUpdate().executeTakeFirstOrThrow();
  return row.demoSeededAt;
}

export async function markDemoSeeded(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('installation').set({ demoSeededAt: now }).execute();
}

/** Whether this database holds the demo's customers: then it is never used in production. */
export async function isDemo(db: Sql): Promise<boolean> {
  const row = await db.selectFrom('installation').select('demoSeededAt').executeTakeFirstOrThrow();
  return row.demoSeededAt !== null;
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
