import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../kit/request-callers.ts';
import type { OpenSpan, Traces } from '../kit/traces.ts';
import type { IsTrusted } from '../kit/trusted-proxies.ts';
import { routeOf, tellsLittle } from './access-log.ts';
import type { RequestIds } from './request-id.ts';

const CALLER_TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-/;

/** Begins the trace of each request. */
export interface RequestTraces {
  begin(request: IncomingMessage): OpenSpan;
  /** Traces a request that is answered without Fastify, under a known route. */
  answeredBy(route: string, request: IncomingMessage, response: ServerResponse): void;
}

/**
 * A request's trace is Boreal's own: anyone who sends a `traceparent` could otherwise make Boreal store each of their requests, or add them
 * to somebody else's trace. The trace continues only those of callers whose addresses the operator has configured; for others the id is
 * recorded, so that it can be searched for.
 */
export function requestTraces(traces: Traces, { isCaller, ids }: { isCaller: IsTrusted; ids: RequestIds }): RequestTraces {
  const begin = (request: IncomingMessage): OpenSpan => {
    const { traceparent } = request.headers;
    const given = typeof traceparent === 'string' ? traceparent : null;
    const named = isCaller(request.socket.remoteAddress ?? '');
    const method = request.method ?? '';
    const span = traces.open({
      name: method,
      kind: 'answers',
      attributes: { 'http.request.method': method },
      carried: named ? given : null,
    });
    const theirs = named || given === null ? undefined : CALLER_TRACE.exec(given)?.[1];
    if (theirs !== undefined) span.tell({ 'boreal.caller_trace_id': theirs });
    return span;
  };
  return {
    begin,
    answeredBy(route, request, response) {
      const span = begin(request);
      span.tell({ 'boreal.request_id': ids.of(request) });
      response.once('close', () => endWith(span, { route, method: request.method ?? '', response }));
    },
  };
}

/** A span for every request except monitoring's. It encloses the work done for the request and its log lines. */
export function traceRequests(app: FastifyInstance, traces: RequestTraces): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    if (tellsLittle(routeOf(request))) return done();
    const span = traces.begin(request.raw);
    spans.set(request, span);
    // Not at the answer's end: a client that disconnects early has been served all the same.
    reply.raw.once('close', () => {
      const { accountId = null, actorId = null } = callerOf(request) ?? {};
      span.tell({
        'boreal.request_id': request.id,
        ...(accountId !== null && { 'boreal.account_id': accountId }),
        ...(actorId !== null && { 'boreal.actor_id': actorId }),
      });
      endWith(span, { route: routeOf(request), method: request.method, response: reply.raw });
    });
    return span.enter(done);
  });
  // Hooks after the body, or after the answer, are called by the connection, outside the request's context.
  const enter = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.enter(done);
  };
  app.addHook('preValidation', (request, _reply, done) => enter(request, done));
  app.addHook('onResponse', (request, _reply, done) => enter(request, done));
}

function endWith(span: OpenSpan, of: { route: string | null; method: string; response: ServerResponse }): void {
  const { route, method, response } = of;
  const answered = response.writableFinished;
  span.tell({
    ...(route !== null && { 'http.route': route }),
    ...(answered ? { 'http.response.status_code': response.statusCode } : { 'error.type': 'aborted' }),
  });
  span.end({ name: route === null ? method : `${method} ${route}`, failed: answered && response.statusCode >= 500 });
}
