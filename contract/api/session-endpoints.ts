import { z } from 'zod';
import { CHANGE, READ, row } from './auth-row.ts';

// What every page of the console asks about the signed-in person; kept apart from what only sign-in and settings need.

/** The only request that extends a session. */
export const getSession = row({ method: 'GET', path: '/get-session', who: 'anybody', limit: READ });
export const signOut = row({ method: 'POST', path: '/sign-out', who: 'anybody', limit: CHANGE });
export const listPasskeys = row({
  method: 'GET',
  path: '/passkey/list-user-passkeys',
  who: 'signed in',
  limit: READ,
  answer: z.array(z.object({ id: z.string(), name: z.string().nullish(), createdAt: z.iso.datetime().nullish() })),
});
