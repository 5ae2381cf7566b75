import { UNATTENDED_HEADER } from '@boreal/contract/api/unattended.ts';
import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../core/ground/ctx.ts';
import { operatorRoleOf } from '../../core/ground/people/operator-role.rules.ts';
import { personHeaders } from '../auth/auth-request.ts';
import type { Auth } from '../auth/create-auth.ts';
import { endedForOperator, marksUse } from './operator-session.rules.ts';
import { deleteSession, hasPasskey, markOperated } from './sessions.store.ts';

/** A signed-in person and the session in use. */
export interface SignedIn {
  readonly userId: string;
  readonly name: string;
  /** The operator's role; null for everyone else. */
  readonly operatorRole: OperatorRole | null;
  readonly sessionId: string;
  /** When they last proved their identity in this session; null before that was recorded. */
  readonly provenAt: Date | null;
  /** The person needs more than a password to sign in, or did for this session. */
  readonly hasSecondFactor: boolean;
}

/** What checks sessions, and the installation's access rules. */
export type SignedInParts = { readonly auth: Auth; readonly base: Pick<Ctx, 'clock' | 'db' | 'rules'> };

/**
 * The live session that a request's cookie names, or null. It queries the database each time: an ended session or a revoked role takes
 * effect with the next request. An operator's session that is too old, or was unused for too long, ends here.
 */
export async function findSignedIn({ auth, base }: SignedInParts, request: FastifyRequest): Promise<SignedIn | null> {
  if (request.headers.cookie === undefined) return null;
  const query = { disableRefresh: true };
  const found = await auth.api.getSession({ headers: personHeaders(request), query });
  if (!found) return null;
  const { user, session } = found;
  const operatorRole = operatorRoleOf(user);
  const { sql } = base.db;
  if (operatorRole !== null) {
    const at = base.clock.wall();
    const used = { createdAt: session.createdAt, operatedAt: session.operatedAt ?? null };
    if (endedForOperator(used, base.rules, at)) {
      await deleteSession(sql, { userId: user.id, sessionId: session.id });
      return null;
    }
    // A page left open polls by itself.
    const unattended = request.headers[UNATTENDED_HEADER] !== undefined;
    if (!unattended && marksUse(used, at)) await markOperated(sql, { userId: user.id, sessionId: session.id, at });
  }
  return {
    userId: user.id,
    name: user.name,
    operatorRole,
    sessionId: session.id,
    provenAt: session.provenAt ?? null,
    // A passkey deleted since then proves nothing any more.
    hasSecondFactor: user.twoFactorEnabled === true || (session.byPasskey === true && (await hasPasskey(sql, user.id))),
  };
}
