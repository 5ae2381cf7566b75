import { GUESSES } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { endpointRows } from '../../endpoint.ts';
import { ProofRequest } from '../../sign-in.ts';

const guess = endpointRows({ scope: 'person', group: 'Console', needs: null, limit: GUESSES });

export const proveAgain = guess.post('/me/proof', 'Prove in this session that it is still you, before what opens another way in', {
  takes: { body: ProofRequest },
  data: Done,
  errors: ['INVALID_REQUEST'],
});
