import { setSessionCookie } from 'better-auth/cookies';
import type { AuthCall } from '../auth-call.ts';

/** Signs a person in. The library's second factor then applies, as after a password: see identities-plugin.ts. */
export async function beginSession(call: AuthCall, { userId, rememberMe }: { userId: string; rememberMe: boolean }): Promise<void> {
  const { internalAdapter } = call.context;
  const user = await internalAdapter.findUserById(userId);
  if (!user) throw new Error('an identity signs in nobody who is there');
  const session = await internalAdapter.createSession(userId, !rememberMe);
  await setSessionCookie(call, { session, user }, !rememberMe);
}
