import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from '../door/entity-tag.ts';

/**
 * Gives what is read a tag of its content, and answers 304 without a body to who has it already: so a console may look
 * every few seconds, and pays for what has changed. No browser keeps it: the console's page does, in its memory.
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
