import { createAuthMiddleware } from 'better-auth/api';
import type { twoFactor } from 'better-auth/plugins/two-factor';
import { beginIdentity, beginOwnIdentity, type IdentityParts } from './begin-identity.ts';
import { finishIdentity, type Wanted } from './finish-identity.ts';
import { signUpIdentity } from './sign-up-identity.ts';

/** Signing in with an account elsewhere, as requests of the library: sessions, cookies and second factors are its own. */
export function identitiesPlugin(parts: IdentityParts) {
  const wanted: Wanted = new WeakMap();
  return {
    id: 'boreal-identities',
    endpoints: {
      beginIdentity: beginIdentity(parts),
      beginIdentityLink: beginOwnIdentity(parts, '/identity/begin-link'),
      beginIdentityProof: beginOwnIdentity(parts, '/identity/begin-proof'),
      finishIdentity: finishIdentity(parts, wanted),
      signUpIdentity: signUpIdentity(parts),
    },
    hooks: {
      // After those of the second factor, which answers in our place.
      after: [
        {
          matcher: ({ path }: { path?: string | undefined }) => path === FINISH,
          handler: createAuthMiddleware(async (call) => {
            const { returned } = call.context;
            const next = call.request && wanted.get(call.request);
            if (next === undefined || typeof returned !== 'object' || returned === null || returned instanceof Error) return;
            return call.json({ ...returned, next });
          }),
        },
      ],
    },
  };
}

const FINISH = '/identity/finish';

/** The library asks for the second factor after a password only; so that it also does after an account elsewhere. */
export function afterIdentitiesToo<P extends ReturnType<typeof twoFactor>>(plugin: P): P {
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    matcher: (call: Parameters<typeof matcher>[0]) => matcher(call) || call.path === FINISH,
    handler,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}
