import type { FastifyReply } from 'fastify';
import { AppError } from '../kit/errors.ts';
import { standingHeaders } from '../kit/standing-headers.ts';
import type { LimitStatus } from './limits.ts';

/** Sends the client its count in the current minute. @throws Too many requests */
export function requireStanding(reply: FastifyReply, standing: LimitStatus): void {
  reply.headers(standingHeaders(standing));
  if (!standing.allowed) throw new AppError('Too many requests', { retryAfterSeconds: standing.resetSeconds });
}
