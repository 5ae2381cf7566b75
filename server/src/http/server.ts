import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { answerError } from '../door/answer-error.ts';
import { becomesSocket } from '../door/socket-path.ts';
import { accessLog, routeOf } from './access-log.ts';
import { answerHeaders } from './answer-headers.ts';
import { HEALTH_PATHS, healthRoutes } from './health.ts';
import { answerMalformed } from './malformed-http.ts';
import { mountWebhooks, type TakeNews } from './provider-webhooks.ts';
import { readyDocuments } from './ready-documents.ts';
import { requestIds } from './request-id.ts';
import { restDoor, type RestDoorParts } from './rest-door.ts';
import { requestTraces, traceRequests } from './trace-requests.ts';
import type { RequireClock } from '../kit/clock-comparison.ts';
import { ClockWrong } from '../kit/clock-watch.ts';
import { AppError } from '../kit/errors.ts';
import type { Measures } from '../kit/measures.ts';
import { trustedProxies } from '../kit/trusted-proxies.ts';

/** How long a client may take to send one request. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the 60 seconds after which load balancers close idle connections, so that they close first. */
const KEEP_ALIVE_MS = 72_000;
/** As long as a request line can be: an unknown parameter is a 404, however long. */
const PARAM_MAX_LENGTH = 16_384;

export interface HttpServerParts extends RestDoorParts {
  /** Addresses and networks whose X-Forwarded-For and X-Request-Id are trusted. */
  readonly trustedProxies: readonly string[];
  /** How long `close` keeps answering, unready, before it stops listening; absent: not at all. */
  readonly drainMs?: number | undefined;
  /** Where the payment provider posts its events; absent or null if it posts none. */
  readonly webhooks?: { readonly provider: string; readonly take: TakeNews } | null;
  /** Absent: requests are not counted, which costs the most frequent answer nothing. */
  readonly measures?: Measures | undefined;
  /** Throws while this process's clock is too wrong to serve anybody; absent: the clock is trusted. */
  readonly requireClock?: RequireClock | undefined;
  /** Addresses and networks whose traces requests continue. */
  readonly traceCallers?: readonly string[];
}

/**
 * The process's one Fastify, with health checks and the REST door. Other doors are mounted on it before it listens; every answer of every
 * door has X-Request-Id and the headers of `answer-headers.ts`. `close()` keeps serving for `drainMs`, while `/readyz` fails and every
 * answer closes its connection: a load balancer that reuses a connection just as it closes must assume that its write is lost.
 */
export async function createHttpServer(parts: HttpServerParts): Promise<FastifyInstance> {
  const isTrusted = trustedProxies(parts.trustedProxies);
  const ids = requestIds(isTrusted);
  const said = answerHeaders(parts.siteUrl);
  const traced = parts.traces ? requestTraces(parts.traces, { isCaller: trustedProxies(parts.traceCallers ?? []), ids }) : undefined;
  const sendReady = readyDocuments({ ...parts, ids, isTrusted, traced });
  let closing = false;
  const app = fastify({
    logger: false,
    trustProxy: parts.trustedProxies.length > 0 ? isTrusted : false,
    genReqId: ids.of,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handle) => {
      const server = createServer(
        { requireHostHeader: false, shouldUpgradeCallback: (request) => becomesSocket(request, parts.siteUrl) },
        (request, response) => {
          // Fastify tells clients to disconnect while it closes.
          if (closing) handle(request, response);
          else sendReady(request, response, () => handle(request, response));
        },
      );
      return Object.assign(server, { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS });
    },
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(said);
      answerError(error, request, reply, parts);
    },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, { siteUrl: parts.siteUrl, requestId: ids.fresh() }),
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(said);
    done();
  });
  app.addHook('preClose', async () => {
    closing = true;
    await sleep(parts.drainMs ?? 0);
  });
  // Before the log, whose lines name the trace.
  if (traced) traceRequests(app, traced);
  accessLog(app, parts.log);
  if (parts.measures) measureAnswers(app, parts.measures);
  // For URLs outside any door: doors have their own error handler.
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, parts));
  // Otherwise Node answers an unknown expectation itself, with neither a body nor a request id.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const { requireClock } = parts;
  // With a wrong clock, sessions, links and quotes would end too early or too late, and hours would be sold at another time's price. So
  // this comes before any door.
  if (requireClock) app.addHook('onRequest', (request, _reply, done) => requireRightClock(request, requireClock, done));
  healthRoutes(app, { ...parts, isDraining: () => closing, isClockWrong: () => isWrong(requireClock) });
  await restDoor(app, parts);
  if (parts.webhooks) await mountWebhooks(app, parts.webhooks);
  return app;
}

function requireRightClock(request: FastifyRequest, requireClock: RequireClock, done: (error?: Error) => void): void {
  if (HEALTH_PATHS.has(request.routeOptions.url ?? '')) return done();
  const refuse = (error: unknown) =>
    done(error instanceof ClockWrong ? new AppError('SERVICE_UNAVAILABLE', {}, { cause: error }) : asError(error));
  const goOnAfter = async (compared: Promise<void>) => {
    try {
      await compared;
    } catch (error) {
      return refuse(error);
    }
    done();
  };
  try {
    const compared = requireClock();
    if (compared === undefined) done();
    else void goOnAfter(compared);
  } catch (error) {
    refuse(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function isWrong(requireClock: RequireClock | undefined): Promise<boolean> {
  try {
    await requireClock?.();
    return false;
  } catch (error) {
    if (error instanceof ClockWrong) return true;
    throw error;
  }
}

function measureAnswers(app: FastifyInstance, measures: Measures): void {
  app.addHook('onResponse', (request, reply, done) => {
    measures.answered({ method: request.method, route: routeOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
}
