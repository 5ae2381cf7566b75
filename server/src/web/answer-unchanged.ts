import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from '../door/entity-tag.ts';

/**
 * Tags a read with a hash of its content, and answers 304 without a body to a client that already has it. A console can poll every few
 * seconds and pay only for changes. Browsers do not cache it: the console's page does, in memory.
 */
export async function answerUnchanged(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `"${hash('sha256', payload, 'base64url').slice(0, 27)}"`;
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === undefined || !names(known, etag)) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}
