import type { Endpoint } from '../../door/endpoint.ts';
import { isWrite } from '../../door/origin.ts';
import type { JsonObject } from '../../kit/json.ts';

const header = (description: string, schema: JsonObject): JsonObject => ({ description, schema });
const refer = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Response headers, described once. */
export const headerComponents: JsonObject = {
  'X-Request-Id': header('Names this request in the operator’s log.', { type: 'string', example: 'req_5f0c9d1e8b7a4c63a2d1e0f9b8c7a6d5' }),
  'RateLimit-Limit': header('Requests of this operation allowed in a clock minute.', { type: 'integer', example: 60 }),
  'RateLimit-Remaining': header('Requests left in this minute.', { type: 'integer', example: 59 }),
  'RateLimit-Reset': header('Seconds to the next minute.', { type: 'integer', example: 42 }),
  'RateLimit-Policy': header('The limit and its window in seconds.', { type: 'string', example: '60;w=60' }),
  'Retry-After': header('Seconds to wait.', { type: 'integer', example: 42 }),
  ETag: header('Names this version; send it back as If-None-Match.', { type: 'string', example: '"a1b2c3d4e5"' }),
  'Cache-Control': header('How long the answer may be reused.', { type: 'string', example: 'public, max-age=60' }),
  'Idempotency-Replayed': header('`true` when this is the first answer again.', { type: 'string', enum: ['true'] }),
};

export const requestIdHeader = refer(['X-Request-Id']);
export const rateHeaders = refer(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy']);
export const retryAfterHeader = refer(['Retry-After']);
export const cacheHeaders = refer(['ETag', 'Cache-Control']);
export const replayHeader = refer(['Idempotency-Replayed']);

/** Request headers, described once. */
export function parameterComponents(siteUrl: string): JsonObject {
  return {
    Origin: {
      name: 'Origin',
      in: 'header',
      required: true,
      description: 'The origin of the web site: every write must carry it.',
      schema: { type: 'string', enum: [siteUrl] },
      example: siteUrl,
    },
    'Idempotency-Key': {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A text of your choice that makes a repetition harmless for 24 hours: the same request answers the first answer again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: 'b8b2c1f0-6d3e-4f57-9a42-1c0de5a7f001',
    },
    'Accept-Language': {
      name: 'Accept-Language',
      in: 'header',
      required: false,
      description: 'The language of sentences: English, or French when preferred.',
      schema: { type: 'string' },
      example: 'fr-CA, en;q=0.8',
    },
    'If-None-Match': {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The ETag of the version at hand: 304 when it is still the newest.',
      schema: { type: 'string' },
      example: '"a1b2c3d4e5"',
    },
  };
}

/** The request headers that an endpoint reads. */
export function parametersOf(endpoint: Endpoint): JsonObject[] {
  const names = [
    ...(isWrite(endpoint.method) ? ['Origin'] : []),
    ...(endpoint.method === 'POST' ? ['Idempotency-Key'] : []),
    ...(endpoint.work.kind === 'document' ? ['If-None-Match'] : []),
    'Accept-Language',
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
