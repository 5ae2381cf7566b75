import { isPermission, mayDo } from '@boreal/contract/people/members.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyCache } from '../core/ground/keys/key-cache.ts';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';
import type { Clock } from '../kit/clock.ts';
import { noteCaller } from '../kit/request-callers.ts';
import { authenticate, REFUSED_KEYS_PER_MINUTE, unauthorized } from './auth.ts';
import type { Endpoint } from '../door/endpoint.ts';
import type { Limits, LimitStatus } from '../door/limits.ts';
import { operationName } from '../door/operation-name.ts';
import { requireOwnOrigin } from '../door/origin.ts';
import { requireStanding } from '../door/require-standing.ts';

/** The request property that holds the accepted key. */
export const CALLER = 'restCaller';

export interface GateParts {
  readonly keys: KeyCache;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly siteUrl: string;
}

/** The checks that every request must pass before any of its body is read, in this order: 429, 401, 403. */
export function gate(endpoint: Endpoint, parts: GateParts): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const operation = operationName(endpoint);
  return async (request, reply) => {
    const standing = await parts.limits.take({ operation, limit: endpoint.limit, ip: request.ip });
    await admit(request, reply, { endpoint, standing, parts });
  };
}

/** The same, for a request that has already been counted. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, standing, parts }: { endpoint: Endpoint; standing: LimitStatus; parts: GateParts },
): Promise<void> {
  requireStanding(reply, standing);
  if (endpoint.auth === 'none') return;
  const key = await requireCaller(request, reply, parts);
  if (!makerMay(key, endpoint)) throw unauthorized('INVALID_API_KEY');
  requireOwnOrigin({ method: request.method, origin: request.headers.origin }, parts.siteUrl);
  request.setDecorator<KeyRecord>(CALLER, key);
  noteCaller(request, { accountId: key.accountId, actorId: key.id });
}

/** A key may never do what its maker's role does not allow. */
function makerMay({ makerRole }: KeyRecord, { needs }: Endpoint): boolean {
  if (needs === null || makerRole === 'house') return true;
  return makerRole !== null && isPermission(needs) && mayDo(makerRole, needs);
}

async function requireCaller(request: FastifyRequest, reply: FastifyReply, parts: GateParts): Promise<KeyRecord> {
  const caller = await authenticate({ authorization: request.headers.authorization, method: request.method }, parts);
  if ('key' in caller) return caller.key;
  if (caller.refused === 'INVALID_API_KEY') {
    // Slows down guessing, per client; it never affects a valid key.
    const guesses = await parts.limits.take({ operation: 'refused keys', limit: REFUSED_KEYS_PER_MINUTE, ip: request.ip });
    if (!guesses.allowed) requireStanding(reply, guesses);
  }
  throw unauthorized(caller.refused);
}
