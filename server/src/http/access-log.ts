import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../kit/log.ts';
import { HEALTH_PATHS } from './health.ts';
import { callerOf } from '../kit/request-callers.ts';

/**
 * One line per answer: the request, its caller, its route, its status, and how many milliseconds it took. The route is the pattern, never
 * the URL, because a URL may contain a token.
 */
export function accessLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    // A disabled log must cost the busiest answer nothing; an operator may enable it at any time.
    if (log.isLevelEnabled?.('info') === false) return done();
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
    if (tellsLittle(route)) log.debug(line, 'answered');
    else log.info(line, 'answered');
    done();
  });
}

/** Whether the requests of a route are monitoring's own. */
export function tellsLittle(route: string | null): boolean {
  return route !== null && HEALTH_PATHS.has(route);
}

/** Null if the URL matches no route. */
export function routeOf(request: FastifyRequest): string | null {
  return request.is404 ? null : (request.routeOptions.url ?? null);
}
