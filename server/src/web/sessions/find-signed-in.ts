import type { FastifyRequest } from 'fastify';
import { personHeaders } from '../auth/auth-request.ts';
import type { Auth } from '../auth/create-auth.ts';

/** A signed-in person, and which of their sessions. */
export interface SignedIn {
  readonly userId: string;
  readonly name: string;
  readonly operator: boolean;
  readonly sessionId: string;
  /** When they last proved their identity in this session; null before that was recorded. */
  readonly provenAt: Date | null;
  readonly twoFactorEnabled: boolean;
}

/**
 * The session that a request's cookie names; null when it names no live one. It asks the database each time: an ended session or a
 * revoked role takes effect with the next request.
 */
export async function findSignedIn(auth: Auth, request: FastifyRequest): Promise<SignedIn | null> {
  if (request.headers.cookie === undefined) return null;
  const query = { disableRefresh: true };
  const found = await auth.api.getSession({ headers: personHeaders(request), query });
  if (!found) return null;
  const { user, session } = found;
  return {
    userId: user.id,
    name: user.name,
    operator: user.role === 'operator',
    sessionId: session.id,
    provenAt: session.provenAt ?? null,
    twoFactorEnabled: user.twoFactorEnabled === true,
  };
}
