import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Document, DocumentSource, Endpoint } from '../door/endpoint.ts';
import { names } from '../door/entity-tag.ts';
import { z } from 'zod';
import { operationName } from '../door/operation-name.ts';
import { requestReader } from '../door/read-request.ts';
import { admit, type GateParts } from './gate.ts';

/** Mounts an endpoint that sends the same document to everybody. */
export function mountDocument(
  rest: FastifyInstance,
  endpoint: Endpoint,
  work: Document,
  parts: GateParts & { source: DocumentSource },
): void {
  const { path: url, limit } = endpoint;
  const { source, limits } = parts;
  const operation = operationName(endpoint);
  const regionOf = regionReader(endpoint);
  rest.get(url, { exposeHeadRoute: true }, async (request, reply) => {
    const standing = await limits.take({ operation, limit, ip: request.ip });
    if (work.crossOrigin) reply.header('access-control-allow-origin', '*');
    await admit(request, reply, { endpoint, standing, parts });
    const region = regionOf(request);
    return sendOrNotModified(request, reply, { ...(await source.get(region)), cacheControl: work.cacheControl });
  });
  if (work.crossOrigin) rest.options(url, preflight);
}

/** Reads which region's document is requested, if every region has its own. */
function regionReader({ method, takes }: Endpoint): (request: FastifyRequest) => string | undefined {
  if (!takes.query) return () => undefined;
  const read = requestReader({ method, takes });
  return ({ params, query }) => Regional.parse(read({ params, query, body: undefined, contentType: undefined }).request).query.region;
}

const Regional = z.object({ query: z.object({ region: z.string().optional() }) });

export const JSON_TYPE = 'application/json; charset=utf-8';

function sendOrNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  document: { body: string; etag: string; cacheControl: string },
): FastifyReply {
  reply.header('cache-control', document.cacheControl).header('etag', document.etag);
  const known = request.headers['if-none-match'];
  if (known !== undefined && names(known, document.etag)) return reply.code(304).send();
  return reply.header('content-type', JSON_TYPE).send(document.body);
}

/** The request that a browser sends before it lets another site's page read a document. */
function preflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET')
    .header('access-control-allow-headers', '*')
    .header('access-control-max-age', '86400')
    .send();
}
