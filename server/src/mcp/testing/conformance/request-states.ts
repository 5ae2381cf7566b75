import { createRequestStateCodec } from '@modelcontextprotocol/server';

/** The state that a client carries from one round of a call to the next is signed, so that it cannot be altered. */
export const states = createRequestStateCodec<{ round: number }>({ key: 'only the conformance suite reads what this signs' });
