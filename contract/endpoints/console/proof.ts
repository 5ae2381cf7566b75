import { GUESSES } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { ProofRequest } from '../../people/sign-in.ts';

const guess = endpointRows({ scope: 'person', group: 'Console', needs: null, limit: GUESSES });

export const proveAgain = guess.post('/me/proof', 'Prove in this session that it is still you, before what opens another way in', {
  takes: { body: ProofRequest },
  data: Done,
  errors: ['INVALID_REQUEST'],
});
