import type { Sql, Tx } from '../../../db/connect.ts';

/** Whether a person's session is live: neither ended nor expired. */
export async function sessionRuns(db: Sql | Tx, input: { userId: string; sessionId: string; at: Date }): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', input.sessionId)
    .where('userId', '=', input.userId)
    .where('expiresAt', '>', input.at)
    .executeTakeFirst();
  return found !== undefined;
}
