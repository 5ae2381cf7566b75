import { proveAgain as row } from '@boreal/contract/endpoints/console/proof.ts';
import type { ProofRequest } from '@boreal/contract/sign-in.ts';
import { call } from './call.ts';

/** Proves, in this session, that it is still the person who signed in. */
export const proveAgain = (body: ProofRequest) => call(row, { body });
