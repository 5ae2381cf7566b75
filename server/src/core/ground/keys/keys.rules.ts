import { hash } from 'node:crypto';
import { keyTextPrefixes, type KeyKind } from '@boreal/contract/people/keys.ts';
import type { KeyRecord } from './keys.store.ts';

/** Random characters after a key's prefix. */
export const KEY_SECRET_LENGTH = 40;

/** The stored hash of a key's text. */
export function keyHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

const shapes = {
  rest: new RegExp(`^${keyTextPrefixes.rest}[0-9A-Za-z]{${KEY_SECRET_LENGTH},100}$`),
  mcp: new RegExp(`^${keyTextPrefixes.mcp}[0-9A-Za-z]{${KEY_SECRET_LENGTH},100}$`),
} as const satisfies Record<KeyKind, RegExp>;

/** Whether a text could be a key of this kind: anything else is refused without a lookup. */
export function looksLikeKey(kind: KeyKind, text: string): boolean {
  return shapes[kind].test(text);
}

/** Whether a key is valid now: it was not revoked, has not expired, and its maker has not left. */
export function keyWorks(key: Pick<KeyRecord, 'revokedAt' | 'expiresAt' | 'makerRole'>, now: Date): boolean {
  return key.revokedAt === null && key.expiresAt > now && key.makerRole !== null;
}

/** The credentials after the scheme "Bearer", in any case; null if there are none. */
export function bearerText(authorization: string): string | null {
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  return authorization.slice(7).trim();
}
