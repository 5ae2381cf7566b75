import * as rows from '@boreal/contract/endpoints/console/proof.ts';
import { bind } from '../door/bind.ts';
import { proveAgain, type ProofParts } from './sessions/prove-again.ts';

/** How a signed-in person proves their identity again. */
export const proofRoutes = (parts: ProofParts) =>
  bind(rows, {
    proveAgain: (ctx, { body }) => proveAgain(ctx, parts, body),
  });
