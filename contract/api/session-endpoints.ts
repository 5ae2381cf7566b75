import { z } from 'zod';
import { CHANGE, READ, row } from './auth-row.ts';

// What each page of the console asks about who is signed in: apart from what only signing in and one's own settings ask.

/** Only this prolongs a session. */
export const getSession = row({ method: 'GET', path: '/get-session', who: 'anybody', limit: READ });
export const signOut = row({ method: 'POST', path: '/sign-out', who: 'anybody', limit: CHANGE });
export const listPasskeys = row({
  method: 'GET',
  path: '/passkey/list-user-passkeys',
  who: 'signed in',
  limit: READ,
  answer: z.array(z.object({ id: z.string(), name: z.string().nullish(), createdAt: z.iso.datetime().nullish() })),
});
