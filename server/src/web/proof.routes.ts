import * as rows from '@boreal/contract/endpoints/console/proof.ts';
import { bind } from '../door/bind.ts';
import type { Auth } from './auth/create-auth.ts';
import { proveAgain } from './sessions/prove-again.ts';

/** How a signed-in person proves their identity again. */
export const proofRoutes = (auth: Auth) =>
  bind(rows, {
    proveAgain: (ctx, { body }) => proveAgain(ctx, auth, body),
  });
