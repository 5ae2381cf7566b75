import { z } from 'zod';
import { CHANGES } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { EmailText } from '../../people/members.ts';

/** The person's own address, typed, because removal cannot be undone. */
const RemoveMeRequest = z.strictObject({ email: EmailText });

// Kept apart from the person's other rows, which every page of the console loads.
export const removeMe = endpointRows({ scope: 'person', group: 'Console', needs: null, limit: CHANGES }).post(
  '/me/remove',
  'Remove the person for good: they can no longer sign in',
  { takes: { body: RemoveMeRequest }, data: Done, opensWayIn: true, errors: ['INVALID_REQUEST', 'STILL_MEMBER'] },
);
