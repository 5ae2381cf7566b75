import { hash } from 'node:crypto';

/** Random base62 characters of an invitation's token: more than anybody can guess. */
export const INVITATION_TOKEN_LENGTH = 40;

/** The stored hash of an invitation's token. */
export function invitationTokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
