import { Done } from '@boreal/contract/console.ts';
import { ProofRequest } from '@boreal/contract/sign-in.ts';
import { endpoint } from '../door/define-endpoint.ts';
import type { Auth } from './auth/create-auth.ts';
import type { PersonCtx } from './console-ctx.ts';
import { GUESSES } from './console-limits.ts';
import { proveAgain } from './sessions/prove-again.ts';

/** How somebody who has signed in proves again that it is them. */
export const proofRoutes = (auth: Auth) => [
  endpoint(
    'POST',
    '/me/proof',
    {
      group: 'Console',
      needs: null,
      limit: GUESSES,
      takes: { body: ProofRequest },
      data: Done,
      errors: ['INVALID_REQUEST'],
      name: 'proveAgain',
      summary: 'Prove in this session that it is still you, before what opens another way in',
    },
    (ctx: PersonCtx, { body }) => proveAgain(ctx, auth, body),
  ),
];
