import type { FastifyReply } from 'fastify';
import { AppError } from '../kit/errors.ts';
import type { LimitStatus } from './limits.ts';

/** Sends the client its count in the current minute. @throws Too many requests */
export function requireStanding(reply: FastifyReply, standing: LimitStatus): void {
  const { limit, remaining, resetSeconds } = standing;
  reply
    .header('ratelimit-limit', limit)
    .header('ratelimit-remaining', remaining)
    .header('ratelimit-reset', resetSeconds)
    .header('ratelimit-policy', `${limit};w=60`);
  if (!standing.allowed) throw new AppError('Too many requests', { retryAfterSeconds: resetSeconds });
}
