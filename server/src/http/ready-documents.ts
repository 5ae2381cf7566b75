import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../door/client-address.ts';
import type { Document, DocumentSource, Endpoint, ReadyDocument } from '../door/endpoint.ts';
import type { Limits, LimitStatus } from '../door/limits.ts';
import { operationName } from '../door/operation-name.ts';
import type { Log } from '../kit/log.ts';
import type { Measures } from '../kit/measures.ts';
import type { IsTrusted } from '../kit/trusted-proxies.ts';
import { answerHeaders } from './answer-headers.ts';
import { JSON_TYPE } from './documents.ts';
import type { RequestIds } from './request-id.ts';
import { BASE_PATH } from './rest-door.ts';
import type { RequestTraces } from './trace-requests.ts';

/** Handles a request, or passes it on by calling `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface ReadyDocumentsParts {
  readonly endpoints: readonly Endpoint[];
  readonly availability: DocumentSource;
  readonly limits: Limits;
  readonly siteUrl: string;
  readonly ids: RequestIds;
  readonly isTrusted: IsTrusted;
  readonly log: Log;
  readonly measures?: Measures | undefined;
  readonly traced?: RequestTraces | undefined;
}

/**
 * Sends the most frequent answer, GET /v1/availability, before Fastify creates its own request and reply: `npm run bench -- --only
 * availability` shows the saving. Any other case is passed on and handled like other documents (documents.ts): a refusal, a tag that may
 * match, a document that is not in memory, or a request that must be logged.
 */
export function readyDocuments(parts: ReadyDocumentsParts): Middleware {
  const senders = new Map<string, Middleware>();
  for (const endpoint of parts.endpoints) {
    const { work } = endpoint;
    if (work.kind !== 'document' || work.source !== 'availability' || endpoint.auth !== 'none') continue;
    senders.set(BASE_PATH + endpoint.path, sender(endpoint, work, parts));
  }
  return (request, response, next) => {
    const send = request.method === 'GET' && request.headers['if-none-match'] === undefined ? senders.get(request.url ?? '') : undefined;
    if (!send || parts.log.isLevelEnabled?.('info') !== false) return next();
    send(request, response, next);
  };
}

function sender(endpoint: Endpoint, work: Document, parts: ReadyDocumentsParts): Middleware {
  const { limits, ids, isTrusted, measures, traced } = parts;
  const { limit, method } = endpoint;
  const operation = operationName(endpoint);
  const route = BASE_PATH + endpoint.path;
  const prepared = preparedHeaders(work, parts.siteUrl);

  const send = (request: IncomingMessage, response: ServerResponse, document: ReadyDocument, standing: LimitStatus): void => {
    if (measures) {
      const begun = performance.now();
      response.once('finish', () => measures.answered({ method, route, status: 200, seconds: (performance.now() - begun) / 1000 }));
    }
    if (traced) traced.answeredBy(route, request, response);
    const { headers, encoding } = prepared(document, standing);
    const { remaining, resetSeconds } = standing;
    response
      .writeHead(200, [...headers, 'x-request-id', ids.of(request), 'ratelimit-remaining', remaining, 'ratelimit-reset', resetSeconds])
      .end(document.body, encoding);
  };

  return (request, response, next) => {
    const document = documentInMemory(parts.availability);
    const ip = document && clientAddress(request, isTrusted);
    if (!document || !ip) return next();
    const standing = limits.take({ operation, limit, ip });
    // The route that sends a refusal counts the request once more, which changes nothing: it is already refused.
    const answer = (told: LimitStatus) => (told.allowed ? send(request, response, document, told) : next());
    if (standing instanceof Promise) void standing.then(answer);
    else answer(standing);
  };
}

function documentInMemory(source: DocumentSource): ReadyDocument | null {
  const document = source.get();
  if (!(document instanceof Promise)) return document;
  // Whoever awaits the document learns of its failure.
  document.catch(() => undefined);
  return null;
}

/** The headers that stay constant as long as the document does, and its encoding. */
function preparedHeaders(work: Document, siteUrl: string) {
  let last: ReadyDocument | null = null;
  let headers: (string | number)[] = [];
  let encoding: BufferEncoding = 'utf8';
  return (document: ReadyDocument, { limit }: LimitStatus) => {
    if (document !== last) {
      const bytes = Buffer.byteLength(document.body);
      // For pure ASCII the bytes are the same, and cheaper to write.
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
