import { z } from 'zod';
import { CHANGES, READS } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdentityProvider, WaysIn } from '../../people/identities.ts';

const row = { scope: 'person', group: 'Console', needs: null } as const;

export const getWaysIn = endpointRows({ ...row, limit: READS }).get('/me/ways-in', 'By what the person signs in', {
  takes: {},
  data: WaysIn,
});

export const unlinkIdentity = endpointRows({ ...row, limit: CHANGES }).delete(
  '/me/identities/:provider',
  'Sign in with an account elsewhere no longer',
  { takes: { params: z.object({ provider: IdentityProvider }) }, data: Done, opensWayIn: true, errors: ['NOT_FOUND', 'LAST_WAY_IN'] },
);
