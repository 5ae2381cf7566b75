import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { createCtx, type CustomerCtx } from '../core/ctx.ts';
import type { KeyRecord } from '../core/keys/keys.store.ts';
import type { Database } from '../db/connect.ts';
import type { Engine } from '../engines/engine.ts';
import { type AppError, notFound } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { answerError, foreseenError } from './answer-error.ts';
import { mountDocument } from './documents.ts';
import type { Documents, DocumentSource, Endpoint, Operation } from './endpoint.ts';
import { CALLER, gate, type GateParts, operationName } from './gate.ts';
import { answerOnce, idempotencyKey } from './idempotency.ts';
import { preferredLocale } from './locale.ts';
import { openapiSource } from './openapi/openapi-source.ts';

/** Where the REST door stands: `{base_url}` is `{site_url}` and this. */
export const BASE_PATH = '/api';

const BODY_MAX_BYTES = 64 * 1024;

export interface RestDoorParts extends GateParts {
  readonly db: Database;
  readonly log: Log;
  readonly engine: Engine;
  readonly availability: DocumentSource;
  /** The table of what is served: `endpoints` of endpoints.ts, or a test's own. */
  readonly endpoints: readonly Endpoint[];
}

/** Mounts the REST API on a Fastify, under `/api`. */
export async function restDoor(app: FastifyInstance, parts: RestDoorParts): Promise<void> {
  const { endpoints } = parts;
  const documents: Documents = { availability: parts.availability, openapi: openapiSource({ siteUrl: parts.siteUrl, endpoints }) };
  const base = createCtx(parts);
  await app.register(
    async (rest) => {
      rest.decorateRequest(CALLER, null);
      rest.setSerializerCompiler(serializerCompiler);
      rest.removeAllContentTypeParsers();
      rest.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => done(null, body));
      rest.setErrorHandler((error, request, reply) => answerError(error, request, reply, parts));
      rest.setNotFoundHandler((request, reply) => answerError(notFound('page'), request, reply, parts));
      for (const endpoint of endpoints) mount(rest, endpoint, { ...parts, documents, ctxOf: (request) => customerCtx(base, request) });
    },
    { prefix: BASE_PATH },
  );
}

interface MountParts extends RestDoorParts {
  readonly documents: Documents;
  readonly ctxOf: (request: FastifyRequest) => CustomerCtx;
}

function mount(rest: FastifyInstance, endpoint: Endpoint, parts: MountParts): void {
  const { method, path: url, work } = endpoint;
  if (work.kind === 'document') {
    mountDocument(rest, endpoint, work, { ...parts, source: parts.documents[work.source] });
    return;
  }
  rest.route({
    method,
    url,
    onRequest: gate(endpoint, parts),
    schema: { response: { [endpoint.status]: endpoint.answer } },
    handler: operationHandler(endpoint, work, parts),
    errorHandler: async (error, request, reply) =>
      answerError(await ownershipFirst(error, endpoint, request, parts), request, reply, { ...parts, statuses: endpoint.statuses }),
  });
}

function operationHandler(endpoint: Endpoint, work: Operation, parts: MountParts) {
  const { engine, siteUrl } = parts;
  const operation = operationName(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const ctx = parts.ctxOf(request);
    const locale = preferredLocale(request.headers['accept-language']);
    if (endpoint.owns && endpoint.method === 'GET') await endpoint.owns(ctx, pathId(request.params));
    const prepared = work.prepare(
      {
        params: request.params,
        query: request.query,
        body: typeof request.body === 'string' ? request.body : undefined,
        contentType: request.headers['content-type'],
      },
      { engine, siteUrl, locale },
    );
    reply.code(endpoint.status);
    if (endpoint.speaks) reply.header('content-language', locale).header('vary', 'Accept-Language');
    const key = endpoint.method === 'POST' ? idempotencyKey(request.headers['idempotency-key']) : null;
    if (key === null) return prepared.run(ctx);
    const keyed = { operation, key, fingerprint: prepared.fingerprint(), status: endpoint.status };
    const { body, replayed } = await answerOnce(ctx, keyed, prepared.run);
    if (replayed) reply.header('idempotency-replayed', 'true');
    return body;
  };
}

/**
 * A stranger's resource is 404 whatever else is wrong with the request. A GET looks before anything else; a write's own
 * transaction looks, so that here only what was refused without it is left.
 */
async function ownershipFirst(error: unknown, endpoint: Endpoint, request: FastifyRequest, parts: MountParts): Promise<unknown> {
  if (!endpoint.owns || endpoint.method === 'GET' || request.getDecorator<KeyRecord | null>(CALLER) === null) return error;
  if (!refusedAtTheDoor(foreseenError(error))) return error;
  try {
    await endpoint.owns(parts.ctxOf(request), pathId(request.params));
    return error;
  } catch (missing) {
    return missing;
  }
}

function refusedAtTheDoor(error: AppError | null): boolean {
  return error?.code === 'INVALID_REQUEST' || error?.code === 'IDEMPOTENCY_CONFLICT' || error?.code === 'IDEMPOTENCY_IN_PROGRESS';
}

function customerCtx(base: ReturnType<typeof createCtx>, request: FastifyRequest): CustomerCtx {
  const key = request.getDecorator<KeyRecord>(CALLER);
  return { ...base, actor: { type: 'api_key', id: key.id, name: key.name }, requestId: request.id, accountId: key.accountId };
}

function pathId(params: unknown): string {
  return typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string' ? params.id : '';
}
