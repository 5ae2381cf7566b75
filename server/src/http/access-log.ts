import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../kit/log.ts';
import { callerOf } from '../kit/request-callers.ts';

/** Asked for every few seconds by what watches us; a log would be of nothing else. */
const HEALTH = new Set(['/healthz', '/readyz']);

/**
 * A line for each answer: which request, whose, by which route, with what status, in how many milliseconds. The route is the
 * pattern, never the address: an address may hold a token.
 */
export function accessLog(app: FastifyInstance, log: Log): void {
  // What nobody reads costs the busiest answer nothing.
  if (log.isLevelEnabled?.('info') === false) return;
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const { accountId = null, actorId = null } = callerOf(request) ?? {};
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      accountId,
      actorId,
      address: request.ip,
    };
    if (route !== null && HEALTH.has(route)) log.debug(line, 'answered');
    else log.info(line, 'answered');
    done();
  });
}

/** Null where nothing is at the address. */
export function routeOf(request: FastifyRequest): string | null {
  return request.is404 ? null : (request.routeOptions.url ?? null);
}
