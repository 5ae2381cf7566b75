import * as rows from '@boreal/contract/endpoints/console/proof.ts';
import { bind } from '../door/bind.ts';
import type { Auth } from './auth/create-auth.ts';
import { proveAgain } from './sessions/prove-again.ts';

/** How somebody who has signed in proves again that it is them. */
export const proofRoutes = (auth: Auth) =>
  bind(rows, {
    proveAgain: (ctx, { body }) => proveAgain(ctx, auth, body),
  });
