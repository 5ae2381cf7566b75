import { BeginIdentityRequest, BeginOwnIdentityRequest, type IdentityProvider } from '@boreal/contract/people/identities.ts';
import { ownPath } from '@boreal/contract/people/own-path.ts';
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import type { Ctx } from '../../../core/ground/ctx.ts';
import type { Identities } from '../../../identity/port.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import type { AuthCall } from '../auth-call.ts';
import { attempts, hold, type Attempt } from './attempts.store.ts';
import { nameBrowser } from './identity-browser.ts';
import { asRefusal, refused } from './identity-refusals.ts';

export interface IdentityParts {
  readonly ctx: Ctx;
  readonly identities: Identities;
}

/** To sign in: anyone may begin. */
export const beginIdentity = (parts: IdentityParts) =>
  createAuthEndpoint('/identity/begin', { method: 'POST', body: BeginIdentityRequest }, async (call) => {
    const { provider, next, rememberMe } = call.body;
    return call.json(await begin(parts, call, { provider, next, for: { what: 'sign in', rememberMe } }));
  });

/** For a signed-in person; the door has required recent proof of identity where needed. */
export const beginOwnIdentity = (parts: IdentityParts, path: '/identity/begin-link' | '/identity/begin-proof') =>
  createAuthEndpoint(path, { method: 'POST', body: BeginOwnIdentityRequest, use: [sessionMiddleware] }, async (call) => {
    const { user, session } = call.context.session;
    const what = path === '/identity/begin-link' ? 'link' : 'prove';
    return call.json(await begin(parts, call, { ...call.body, for: { what, userId: user.id, sessionId: session.id } }));
  });

async function begin(
  { ctx, identities }: IdentityParts,
  call: AuthCall,
  { provider, next, for: aim }: { provider: IdentityProvider; next?: string | undefined; for: Attempt['for'] },
): Promise<{ url: string }> {
  const client = identities.get(provider);
  if (!client) throw refused('IDENTITY_NOT_OFFERED');
  const secrets = { nonce: randomBase62(43), verifier: randomBase62(64) };
  const held: Attempt = { provider, for: aim, ...secrets, next: ownPath(next) ?? null };
  const state = await hold(ctx.db.sql, attempts, { browser: nameBrowser(call), held, at: ctx.clock.wall() });
  return { url: await asRefusal(ctx, () => client.begin({ state, ...secrets })) };
}
