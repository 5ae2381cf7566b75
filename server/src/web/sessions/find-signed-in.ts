import type { FastifyRequest } from 'fastify';
import { personHeaders } from '../auth/auth-request.ts';
import type { Auth } from '../auth/create-auth.ts';

/** Somebody who has signed in, and in which of their sessions. */
export interface SignedIn {
  readonly userId: string;
  readonly name: string;
  readonly operator: boolean;
  readonly sessionId: string;
  /** When they last proved in this session that it is them; null before that was kept. */
  readonly provenAt: Date | null;
  readonly twoFactorEnabled: boolean;
}

/**
 * Whose session a request's cookie names; null when it names none that still runs. It asks the database each time:
 * a session that was ended, or a role that was taken away, counts no more from the next request.
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
