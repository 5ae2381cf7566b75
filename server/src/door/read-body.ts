import type { FastifyRequest } from 'fastify';
import { doorIssue } from './door-messages.ts';

/**
 * Fatal: otherwise text that is not UTF-8 would be stored with replaced characters. A byte order mark, which some editors write, is
 * dropped.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a request's body. @throws INVALID_REQUEST when it is compressed or not UTF-8 */
export function readBody(request: FastifyRequest, bytes: Buffer): string {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && !/^\s*(?:identity)?\s*$/i.test(encoding)) throw doorIssue('compressed');
  try {
    return utf8.decode(bytes);
  } catch {
    throw doorIssue('notUtf8');
  }
}
