import { GUESSES } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { endpoint } from '../../endpoint.ts';
import { ProofRequest } from '../../sign-in.ts';

export const proveAgain = endpoint('POST', '/me/proof', {
  scope: 'person',
  group: 'Console',
  needs: null,
  limit: GUESSES,
  takes: { body: ProofRequest },
  data: Done,
  errors: ['INVALID_REQUEST'],
  summary: 'Prove in this session that it is still you, before what opens another way in',
});
