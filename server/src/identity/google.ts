import * as oidc from 'openid-client';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';
import { z } from 'zod';
import { authorizationUrl, executeFor, orProblem, patienceOf, redeem, type Registration } from './authorization-code.ts';
import { IdentityProblem, type IdentityClient } from './port.ts';

export const GOOGLE_ISSUER = 'https://accounts.google.com';

/** Claims of the ID token, which the library has verified: whose it is, for whom, until when, and for which attempt. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});

/** Google accounts, through OpenID Connect. Its endpoints are discovered at the first sign-in. */
export function googleIdentities({ issuer = GOOGLE_ISSUER, ...registration }: Registration & { issuer?: string }): IdentityClient {
  const { clientId, clientSecret, callback } = registration;
  let known: Promise<oidc.Configuration> | null = null;
  const discover = () => {
    const options = { execute: executeFor(issuer), timeout: patienceOf(registration) };
    const discovery = orProblem(() => oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options));
    // After a failure, the next caller tries again.
    discovery.catch(() => (known = null));
    return discovery;
  };
  const config = () => (known ??= discover());
  return {
    provider: 'google',
    address: `${issuer}/.well-known/openid-configuration`,
    begin: async (attempt) => {
      // Asks which account to use: a browser may be signed in to several, or belong to someone else.
      const extra = { nonce: attempt.nonce, prompt: 'select_account' };
      return authorizationUrl(await config(), { callback, scope: 'openid email profile', attempt, extra });
    },
    finish: async (params, attempt) => {
      const tokens = await redeem(await config(), { callback, params, attempt, nonce: true });
      const read = Claims.safeParse(tokens.claims());
      if (!read.success) throw new IdentityProblem('refused', { cause: read.error });
      const { sub, email, email_verified: isVerified, name } = read.data;
      return {
        subject: sub,
        email: isVerified === true && email !== undefined ? email : null,
        name: visibleLine(name ?? ''),
        label: visibleLine(email ?? sub),
      };
    },
  };
}
