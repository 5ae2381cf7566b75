import { IdentitySignUpRequest, type IdentityFinished } from '@boreal/contract/people/identities.ts';
import { createAuthEndpoint } from 'better-auth/api';
import { signUpWithIdentity } from '../../../core/money/accounts/sign-up-with-identity.ts';
import { clientNetwork } from '../../../door/client-network.ts';
import { asPerson } from '../auth-actor.ts';
import { findHeld, newcomers, takeHeld } from './attempts.store.ts';
import type { IdentityParts } from './begin-identity.ts';
import { beginSession } from './begin-session.ts';
import { browserOf } from './identity-browser.ts';
import { refused } from './identity-refusals.ts';

/** Opens an account for a person whom a provider identified and who now accepts the terms, and signs them in. */
export const signUpIdentity = ({ ctx }: IdentityParts) =>
  createAuthEndpoint('/identity/sign-up', { method: 'POST', body: IdentitySignUpRequest }, async (call) => {
    const { newcomer: token, ...input } = call.body;
    const browser = browserOf(call);
    const ticket = { token, browser: browser ?? '', at: ctx.clock.wall() };
    const held = browser === null ? null : await findHeld(ctx.db.sql, newcomers, ticket);
    if (!held) throw refused('IDENTITY_ATTEMPT_OVER');
    const { rememberMe, ...newcomer } = held;
    const as = { ...asPerson(ctx, { id: '', name: '' }, call.headers), actor: { type: 'user', id: null, name: null } as const };
    const opened = await signUpWithIdentity(as, input, {
      newcomer,
      network: clientNetwork(as.address ?? ''),
      take: async (tx) => (await takeHeld(tx, newcomers, ticket)) !== null,
    });
    if (opened === 'over') throw refused('IDENTITY_ATTEMPT_OVER');
    if (opened === 'known') throw refused('IDENTITY_EMAIL_KNOWN');
    await beginSession(call, { userId: opened.userId, rememberMe });
    return call.json<IdentityFinished>({ done: 'signed_in' });
  });
