import type { KeyCache } from '../core/ground/keys/key-cache.ts';
import { bearerText, keyWorks, looksLikeKey } from '../core/ground/keys/keys.rules.ts';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';
import type { Clock } from '../kit/clock.ts';

/** The caller of an agent's request, or the reason for refusal. */
export type AgentCaller = { readonly key: KeyRecord } | { readonly refused: 'NO_API_KEY' | 'INVALID_API_KEY' };

/** The caller identified by `Authorization: Bearer svc_mcp_…`. A REST key, and an expired or revoked key, all get the same answer. */
export async function authenticateAgent(authorization: string | undefined, parts: { keys: KeyCache; clock: Clock }): Promise<AgentCaller> {
  if (authorization === undefined || authorization.trim() === '') return { refused: 'NO_API_KEY' };
  const text = bearerText(authorization);
  if (text === null || !looksLikeKey('mcp', text)) return { refused: 'INVALID_API_KEY' };
  const key = await parts.keys.find(text);
  if (!key || key.kind !== 'mcp' || !keyWorks(key, parts.clock.now())) return { refused: 'INVALID_API_KEY' };
  parts.keys.touch(key.id);
  return { key };
}
