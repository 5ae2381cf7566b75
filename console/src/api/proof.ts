import { Done } from '@boreal/contract/console.ts';
import { ProofRequest } from '@boreal/contract/sign-in.ts';
import { callConsole } from './call.ts';

/** Proves, in this session, that it is still the person who signed in. */
export const proveAgain = (body: ProofRequest) => callConsole('/me/proof', Done, { method: 'POST', takes: ProofRequest, body });
