import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Document, DocumentSource, Endpoint } from '../door/endpoint.ts';
import { names } from '../door/entity-tag.ts';
import { z } from 'zod';
import { operationName } from '../door/operation-name.ts';
import { answerHeaders } from './answer-headers.ts';
import { requestReader } from '../door/read-request.ts';
import { admit, type GateParts } from './gate.ts';
import type { LimitStatus } from '../door/limits.ts';

/** Mounts an endpoint that sends a document that is the same for everybody. */
export function mountDocument(
  rest: FastifyInstance,
  endpoint: Endpoint,
  work: Document,
  parts: GateParts & { source: DocumentSource },
): void {
  const { path: url, limit } = endpoint;
  const { source, limits } = parts;
  const operation = operationName(endpoint);
  const fastHeaders = headersOfLast(work, parts.siteUrl);
  const regionOf = regionReader(endpoint);
  const send = async (request: FastifyRequest, reply: FastifyReply, standing: LimitStatus): Promise<FastifyReply> => {
    if (work.crossOrigin) reply.header('access-control-allow-origin', '*');
    await admit(request, reply, { endpoint, standing, parts });
    const region = regionOf(request);
    return sendOrNotModified(request, reply, { ...(await source.get(region)), cacheControl: work.cacheControl });
  };

  const answer = (request: FastifyRequest, reply: FastifyReply, standing: LimitStatus): Promise<FastifyReply> | undefined => {
    const usual = endpoint.auth === 'none' && request.headers['if-none-match'] === undefined && !request.url.includes('?');
    const plain = standing.allowed && usual;
    const document = plain ? source.get() : null;
    if (document === null || document instanceof Promise) return send(request, reply, standing);
    // The busiest answer goes to the socket at once, bypassing Fastify's reply, which would look for a serializer and a content
    // type: so it costs what a bare Fastify costs that sends one header, and not half as much again.
    const { remaining, resetSeconds } = standing;
    const { headers: known, encoding } = fastHeaders(document, standing);
    const headers = [...known, 'x-request-id', request.id, 'ratelimit-remaining', remaining, 'ratelimit-reset', resetSeconds];
    reply.hijack().raw.writeHead(200, headers).end(document.body, encoding);
    return undefined;
  };

  rest.get(url, { exposeHeadRoute: true }, (request, reply) => {
    const standing = limits.take({ operation, limit, ip: request.ip });
    return standing instanceof Promise ? standing.then((told) => answer(request, reply, told)) : answer(request, reply, standing);
  });
  if (work.crossOrigin) rest.options(url, preflight);
}

/** Reads which region's document is meant, if the document is one that every region has. */
function regionReader({ method, takes }: Endpoint): (request: FastifyRequest) => string | undefined {
  if (!takes.query) return () => undefined;
  const read = requestReader({ method, takes });
  return ({ params, query }) => Regional.parse(read({ params, query, body: undefined, contentType: undefined }).request).query.region;
}

const Regional = z.object({ query: z.object({ region: z.string().optional() }) });

/** The headers that stay the same as long as the document does, and how its text becomes bytes. */
function headersOfLast(work: Document, siteUrl: string) {
  let last: object | null = null;
  let headers: (string | number)[] = [];
  let encoding: BufferEncoding = 'utf8';
  return (document: { body: string; etag: string }, { limit }: LimitStatus) => {
    if (document !== last) {
      const bytes = Buffer.byteLength(document.body);
      // The same bytes where all is ASCII, and cheaper to write.
      encoding = bytes === document.body.length ? 'latin1' : 'utf8';
      headers = Object.entries({
        ...answerHeaders(siteUrl),
        'content-type': JSON_TYPE,
        'content-length': bytes,
        'cache-control': work.cacheControl,
        etag: document.etag,
        'ratelimit-limit': limit,
        'ratelimit-policy': `${limit};w=60`,
        ...(work.crossOrigin && { 'access-control-allow-origin': '*' }),
      }).flat();
      last = document;
    }
    return { headers, encoding };
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

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

/** What a browser asks before it lets another site's page read a document. */
function preflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET')
    .header('access-control-allow-headers', '*')
    .header('access-control-max-age', '86400')
    .send();
}
