import type { Session } from '@boreal/contract/people/sign-in.ts';
import type { PersonCtx } from '../../door/person-ctx.ts';
import { selectSessions } from './sessions.store.ts';

/** Where the person is signed in, most recently used first. */
export async function listSessions(ctx: PersonCtx): Promise<Session[]> {
  const rows = await selectSessions(ctx.db.sql, { userId: ctx.userId, at: ctx.clock.wall() });
  return rows.map((row) => ({
    id: row.id,
    current: row.id === ctx.sessionId,
    address: row.ipAddress,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}
