import { createAuthMiddleware } from 'better-auth/api';
import type { twoFactor } from 'better-auth/plugins/two-factor';
import { beginIdentity, beginOwnIdentity, type IdentityParts } from './begin-identity.ts';
import { finishIdentity, type Wanted } from './finish-identity.ts';
import { signUpIdentity } from './sign-up-identity.ts';

/** Signing in with an account elsewhere, as requests of the library, which manages sessions, cookies and second factors. */
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
      // After the second factor's hooks, which may answer instead.
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

/** The library asks for the second factor only after a password; this makes it also ask after an account elsewhere. */
export function afterIdentitiesToo<P extends ReturnType<typeof twoFactor>>(plugin: P): P {
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    matcher: (call: Parameters<typeof matcher>[0]) => matcher(call) || call.path === FINISH,
    handler,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}
