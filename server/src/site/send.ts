import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from '../door/entity-tag.ts';
import { securityHeaders } from './security-headers.ts';

export interface Sent {
  readonly body: string | Buffer;
  readonly type: string;
  readonly cacheControl: string;
  readonly status?: number;
}

/** Sends a body with its entity tag, or 304 to a client that has it. The tag is weak: the same page is also sent compressed. */
export function send(request: FastifyRequest, reply: FastifyReply, { body, type, cacheControl, status = 200 }: Sent): FastifyReply {
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  reply.headers(securityHeaders).header('cache-control', cacheControl).header('vary', 'Accept-Encoding');
  if (status === 200) {
    reply.header('etag', etag);
    const known = request.headers['if-none-match'];
    if (known !== undefined && names(known, etag)) return reply.code(304).send();
  }
  return reply.code(status).header('content-type', type).send(body);
}
