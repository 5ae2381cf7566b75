import { FinishIdentityRequest, type IdentityFinished } from '@boreal/contract/people/identities.ts';
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { findByIdentity } from '../../../core/ground/people/identities.store.ts';
import { linkIdentity } from '../../../core/ground/people/link-identity.ts';
import { findPersonByEmail } from '../../../core/ground/people/users.store.ts';
import type { Identified } from '../../../identity/port.ts';
import { markProven } from '../../sessions/sessions.store.ts';
import { asPerson } from '../auth-actor.ts';
import type { AuthCall } from '../auth-call.ts';
import { attempts, hold, newcomers, takeHeld, type Attempt } from './attempts.store.ts';
import type { IdentityParts } from './begin-identity.ts';
import { browserOf } from './identity-browser.ts';
import { asRefusal, refused } from './identity-refusals.ts';
import { beginSession } from './begin-session.ts';

/** The return from a provider, with what it added to the page's URL. An attempt can be used once, whatever its outcome. */
export const finishIdentity = (parts: IdentityParts, wanted: Wanted) =>
  createAuthEndpoint('/identity/finish', { method: 'POST', body: FinishIdentityRequest }, async (call) => {
    const { ctx, identities } = parts;
    const { provider, state, code, error, iss } = call.body;
    const browser = browserOf(call);
    const attempt = browser && (await takeHeld(ctx.db.sql, attempts, { token: state, browser, at: ctx.clock.wall() }));
    const client = identities.get(provider);
    if (!browser || !attempt || attempt.provider !== provider || !client) throw refused('IDENTITY_ATTEMPT_OVER');
    if (error !== undefined) throw refused(error === 'access_denied' ? 'IDENTITY_CANCELLED' : 'IDENTITY_PROVIDER_REFUSED');
    const { nonce, verifier, next } = attempt;
    const identified = await asRefusal(ctx, () => client.finish({ state, code, iss }, { state, nonce, verifier }));
    const finished = await apply(parts, call, { attempt, identified, browser });
    if (next !== null && call.request) wanted.set(call.request, next);
    return call.json(finished);
  });

/** Where the person was going, by the request that brought them back. */
export type Wanted = WeakMap<Request, string>;

interface Back {
  readonly attempt: Attempt;
  readonly identified: Identified;
  readonly browser: string;
}

async function apply(parts: IdentityParts, call: AuthCall, back: Back): Promise<IdentityFinished> {
  const { attempt } = back;
  if (attempt.for.what === 'sign in') return signIn(parts, call, { ...back, rememberMe: attempt.for.rememberMe });
  const { what, userId, sessionId } = attempt.for;
  // In the session that began it, or in none.
  const signedIn = await getSessionFromCtx(call);
  if (!signedIn || signedIn.session.id !== sessionId || signedIn.user.id !== userId) throw refused('IDENTITY_ATTEMPT_OVER');
  return what === 'link'
    ? link(parts, call, back, signedIn.user)
    : prove(parts, back, { ...attempt.for, hasCode: signedIn.user['twoFactorEnabled'] === true });
}

/** Finds the person by the provider's id; the address matters only for a newcomer, and never opens another person's account. */
async function signIn(
  { ctx }: IdentityParts,
  call: AuthCall,
  { attempt, identified, browser, rememberMe }: Back & { rememberMe: boolean },
): Promise<IdentityFinished> {
  const { provider } = attempt;
  const { subject, email, name, label } = identified;
  const known = await findByIdentity(ctx.db.sql, { provider, subject });
  if (known) {
    await beginSession(call, { userId: known.userId, rememberMe });
    return { done: 'signed_in' };
  }
  if (email === null) throw refused('IDENTITY_EMAIL_UNVERIFIED');
  if ((await findPersonByEmail(ctx.db.sql, email)) !== null) throw refused('IDENTITY_EMAIL_KNOWN');
  const held = { provider, subject, email, label, rememberMe };
  const token = await hold(ctx.db.sql, newcomers, { browser, held, at: ctx.clock.wall() });
  return { done: 'newcomer', newcomer: { token, email, name } };
}

async function link(
  { ctx }: IdentityParts,
  call: AuthCall,
  { attempt, identified }: Back,
  person: { id: string; name: string },
): Promise<IdentityFinished> {
  const { subject, label } = identified;
  const as = asPerson(ctx, person, call.headers);
  const came = await linkIdentity(as, { userId: person.id, provider: attempt.provider, subject, label });
  if (came !== 'linked') throw refused(came === 'taken' ? 'IDENTITY_TAKEN' : 'IDENTITY_ALREADY_LINKED');
  return { done: 'linked' };
}

/** Proves as much as it would at sign-in: if a code is required after it, it proves nothing alone. */
async function prove(
  { ctx }: IdentityParts,
  { attempt, identified }: Back,
  { userId, sessionId, hasCode }: { userId: string; sessionId: string; hasCode: boolean },
): Promise<IdentityFinished> {
  if (hasCode) throw refused('IDENTITY_NEEDS_CODE');
  const holder = await findByIdentity(ctx.db.sql, { provider: attempt.provider, subject: identified.subject });
  if (holder?.userId !== userId) throw refused('IDENTITY_NOT_YOURS');
  if (!(await markProven(ctx.db.sql, { sessionId, userId, at: ctx.clock.wall() }))) throw refused('IDENTITY_ATTEMPT_OVER');
  return { done: 'proven' };
}
