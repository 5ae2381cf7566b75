import { addMs, DAY_MS } from '../../kit/clock.ts';
import type { Sql, Tx } from '../../db/connect.ts';

/** A person's live sessions, most recently used first. */
export function selectSessions(db: Sql, input: { userId: string; at: Date }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'])
    .where('userId', '=', input.userId)
    .where('expiresAt', '>', input.at)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(1000)
    .execute();
}

/** Records that the person proved their identity in this session; false if it has ended. */
export async function markProven(db: Sql, input: { userId: string; sessionId: string; at: Date }): Promise<boolean> {
  const marked = await db
    .updateTable('sessions')
    .set({ provenAt: input.at })
    .where('userId', '=', input.userId)
    .where('id', '=', input.sessionId)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Records that an operator used this session. */
export async function markOperated(db: Sql, input: { userId: string; sessionId: string; at: Date }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ operatedAt: input.at })
    .where('userId', '=', input.userId)
    .where('id', '=', input.sessionId)
    .execute();
}

export async function hasPasskey(db: Sql, userId: string): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()) !== undefined;
}

/** Ends one of a person's sessions. False if none has this id. */
export async function deleteSession(tx: Sql | Tx, input: { userId: string; sessionId: string }): Promise<boolean> {
  const gone = await tx
    .deleteFrom('sessions')
    .where('userId', '=', input.userId)
    .where('id', '=', input.sessionId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Ends all of a person's sessions except this one. Returns how many. */
export async function deleteOtherSessions(tx: Tx, input: { userId: string; sessionId: string }): Promise<number> {
  const gone = await tx.deleteFrom('sessions').where('userId', '=', input.userId).where('id', '<>', input.sessionId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Deletes expired sessions and proofs. For the worker's schedule. */
export async function purgeSignIns(db: Sql, at: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', at).execute();
  await db.deleteFrom('signUps').where('at', '<=', addMs(at, -DAY_MS)).execute();
  await db.deleteFrom('usedLinks').where('expiresAt', '<=', at).execute();
  await db.deleteFrom('auditMarks').where('hour', '<=', addMs(at, -DAY_MS)).execute();
  await db.deleteFrom('verifications').where('expiresAt', '<=', at).execute();
}
