import type { Clock } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import type { KeyCache } from '../core/ground/keys/key-cache.ts';
import { bearerText, keyWorks, looksLikeKey } from '../core/ground/keys/keys.rules.ts';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';

/** Refused keys that a client network may send in a clock minute before it gets 429 instead of 401. */
export const REFUSED_KEYS_PER_MINUTE = 100;

/** The result of `authenticate`: the caller, or the reason for refusal. */
export type Caller = { readonly key: KeyRecord } | { readonly refused: 'NO_API_KEY' | 'INVALID_API_KEY' };

/**
 * The caller identified by `Authorization: Bearer gpu_…`. A read-only key may use GET and HEAD only. Any other header, an MCP key, and an
 * expired or revoked key all get the same answer, which does not reveal the reason.
 */
export async function authenticate(
  request: { authorization: string | undefined; method: string },
  parts: { keys: KeyCache; clock: Clock },
): Promise<Caller> {
  if (request.authorization === undefined || request.authorization.trim() === '') return { refused: 'NO_API_KEY' };
  const text = bearerText(request.authorization);
  if (text === null || !looksLikeKey('rest', text)) return { refused: 'INVALID_API_KEY' };
  const key = await parts.keys.find(text);
  if (!key || key.kind !== 'rest' || !keyWorks(key, parts.clock.now())) return { refused: 'INVALID_API_KEY' };
  if (key.access === 'read_only' && request.method !== 'GET' && request.method !== 'HEAD') return { refused: 'INVALID_API_KEY' };
  parts.keys.touch(key.id);
  return { key };
}

export function unauthorized(reason: 'NO_API_KEY' | 'INVALID_API_KEY'): AppError<'Unauthorized'> {
  return new AppError('Unauthorized', { reason });
}
