import type { Sql, Tx } from '../../../db/connect.ts';

/** When the demo's customers were put into this database; null when it is nobody's demo. Locked until the transaction ends. */
export async function lockDemoSeededAt(tx: Tx): Promise<Date | null> {
  const row = await tx.selectFrom('installation').select('demoSeededAt').forUpdate().executeTakeFirstOrThrow();
  return row.demoSeededAt;
}

export async function markDemoSeeded(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('installation').set({ demoSeededAt: now }).execute();
}

/** Whether this database holds the demo's customers: then it never becomes a real shop. */
export async function isDemo(db: Sql): Promise<boolean> {
  const row = await db.selectFrom('installation').select('demoSeededAt').executeTakeFirstOrThrow();
  return row.demoSeededAt !== null;
}

/** What is written on the machines of this Boreal, and of no other. */
export async function readMark(db: Sql | Tx): Promise<string> {
  return (await db.selectFrom('installation').select('mark').executeTakeFirstOrThrow()).mark;
}

/** The secret that this demo signs cookies with; null before its first start. Locked until the transaction ends. */
export async function lockDemoSecret(tx: Tx): Promise<string | null> {
  return (await tx.selectFrom('installation').select('demoSecret').forUpdate().executeTakeFirstOrThrow()).demoSecret;
}

export async function saveDemoSecret(tx: Tx, secret: string): Promise<void> {
  await tx.updateTable('installation').set({ demoSecret: secret }).execute();
}
