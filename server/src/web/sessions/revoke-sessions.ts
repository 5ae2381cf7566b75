import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import { notFound } from '../../kit/errors.ts';
import type { PersonCtx } from '../../door/person-ctx.ts';
import { deleteOtherSessions, deleteSession } from './sessions.store.ts';

/** Ends one of the person's sessions, including the calling one. @throws NOT_FOUND */
export function revokeSession(ctx: PersonCtx, input: { sessionId: string }): Promise<{ id: string }> {
  return ctx.transact(async (tx) => {
    const { userId } = ctx;
    const { sessionId } = input;
    if (!(await deleteSession(tx, { userId, sessionId }))) throw notFound('session');
    await recordAudit(tx, ctx, { accountId: null, action: 'session.revoked', target: userId, detail: { sessionId } });
    return { id: sessionId };
  });
}

/** Ends every session of the person except the calling one. */
export function revokeOtherSessions(ctx: PersonCtx): Promise<{ revoked: number }> {
  return ctx.transact(async (tx) => {
    const { userId, sessionId } = ctx;
    const revoked = await deleteOtherSessions(tx, { userId, sessionId });
    await recordAudit(tx, ctx, { accountId: null, action: 'session.revoked', target: userId, detail: { others: revoked } });
    return { revoked };
  });
}
