import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Ctx } from '../core/ground/ctx.ts';
import type { Engines } from '../engines/engines.ts';
import { type AppError, notFound } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { answerError, foreseenError } from './answer-error.ts';
import { answerSerializer } from './answer-serializer.ts';
import type { Endpoint, Operation } from './endpoint.ts';
import { answerOnce, idempotencyKey } from './idempotency.ts';
import { preferredLocale } from '../kit/locale.ts';
import { operationName } from './operation-name.ts';
import { readBody } from './read-body.ts';

const BODY_MAX_BYTES = 64 * 1024;

/** What each door decides for the endpoints it mounts. */
export interface OperationParts<C extends Ctx> {
  readonly engines: Engines;
  readonly siteUrl: string;
  readonly log: Log;
  /** The checks that a request must pass before any of its body is read. */
  readonly gate: (endpoint: Endpoint<C>) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The caller; null if the gate refused the request. */
  readonly ctxOf: (request: FastifyRequest) => C | null;
  /** Runs on an answer before it is sent. */
  readonly beforeAnswer?: (ctx: C, endpoint: Endpoint<C>, request: FastifyRequest, found: unknown) => Promise<void>;
  /** Whose Idempotency-Keys a context uses; null: the header is ignored. */
  readonly keyHolder: (ctx: C) => string | null;
}

/** Sets up a Fastify to read, refuse and answer as all doors do: bodies as text, errors by code. */
export function speakAsDoor(app: FastifyInstance, parts: { siteUrl: string; log: Log }): void {
  app.setSerializerCompiler(answerSerializer);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, async (request: FastifyRequest, bytes: Buffer) =>
    readBody(request, bytes),
  );
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, parts));
  app.setNotFoundHandler((request, reply) => answerError(notFound('page'), request, reply, parts));
}

/** Mounts an endpoint that runs an operation of core. */
export function mountOperation<C extends Ctx>(
  app: FastifyInstance,
  endpoint: Endpoint<C>,
  work: Operation<C>,
  parts: OperationParts<C>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: parts.gate(endpoint),
    schema: { response: { [endpoint.status]: endpoint.answer } },
    handler: operationHandler(endpoint, work, parts),
    errorHandler: async (error, request, reply) =>
      answerError(await ownershipFirst(error, endpoint, request, parts), request, reply, { ...parts, statuses: endpoint.statuses }),
  });
}

function operationHandler<C extends Ctx>(endpoint: Endpoint<C>, work: Operation<C>, parts: OperationParts<C>) {
  const answer = operationAnswer(endpoint, work, parts);
  return (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const ctx = parts.ctxOf(request);
    if (ctx === null) throw new Error('a request came past the gate without a context');
    const { traces } = ctx;
    if (traces === null) return answer(ctx, request, reply);
    return traces.within({ name: endpoint.name, kind: 'inside', attributes: { 'boreal.door': ctx.door } }, async (span) => {
      const told = await answer(ctx, request, reply);
      // Only now is it certain that the path names a server of the caller's.
      if (endpoint.owns) span.tell({ 'boreal.server_id': pathId(request.params) });
      return told;
    });
  };
}

function operationAnswer<C extends Ctx>(endpoint: Endpoint<C>, work: Operation<C>, parts: OperationParts<C>) {
  const { engines, siteUrl } = parts;
  const operation = operationName(endpoint);
  return async (ctx: C, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const locale = preferredLocale(request.headers['accept-language']);
    if (endpoint.owns && endpoint.method === 'GET') await endpoint.owns(ctx, pathId(request.params));
    const prepared = work.prepare(
      {
        params: request.params,
        query: request.query,
        body: typeof request.body === 'string' ? request.body : undefined,
        contentType: request.headers['content-type'],
      },
      { engines, siteUrl, locale },
    );
    reply.code(endpoint.status);
    if (endpoint.speaks) reply.header('content-language', locale).header('vary', 'Accept-Language');
    const accountId = parts.keyHolder(ctx);
    const key = endpoint.method === 'POST' && accountId !== null ? idempotencyKey(request.headers['idempotency-key']) : null;
    if (key === null || accountId === null) {
      const answer = await prepared.run(ctx);
      await parts.beforeAnswer?.(ctx, endpoint, request, answer.data);
      return answer;
    }
    const { status, tellsSecret } = endpoint;
    const keyed = { accountId, operation, key, fingerprint: prepared.fingerprint(), status, tellsSecret };
    const { body, replayed } = await answerOnce(ctx, keyed, prepared.run);
    if (replayed) reply.header('idempotency-replayed', 'true');
    return body;
  };
}

/**
 * Another account's resource is 404 whatever else is wrong with the request. A GET checks before anything else; a write's own transaction
 * checks, so only requests refused before it need the check here.
 */
async function ownershipFirst<C extends Ctx>(
  error: unknown,
  endpoint: Endpoint<C>,
  request: FastifyRequest,
  parts: OperationParts<C>,
): Promise<unknown> {
  if (!endpoint.owns || endpoint.method === 'GET' || !refusedAtTheDoor(foreseenError(error))) return error;
  const ctx = parts.ctxOf(request);
  if (ctx === null) return error;
  try {
    await endpoint.owns(ctx, pathId(request.params));
    return error;
  } catch (missing) {
    return missing;
  }
}

function refusedAtTheDoor(error: AppError | null): boolean {
  return error?.code === 'INVALID_REQUEST' || error?.code === 'IDEMPOTENCY_CONFLICT' || error?.code === 'IDEMPOTENCY_IN_PROGRESS';
}

function pathId(params: unknown): string {
  return typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string' ? params.id : '';
}
