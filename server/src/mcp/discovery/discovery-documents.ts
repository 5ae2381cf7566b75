import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer } from '../../core/ground/error-answer.ts';
import { notFound } from '../../kit/errors.ts';
import { preferredLocale } from '../../kit/locale.ts';
import { llmsText } from './llms-text.ts';
import { serverCard } from './server-card.ts';

const CACHE_CONTROL = 'public, max-age=3600';

/** Mounts what programs look for before they have a key. Public, also to other sites' pages. */
export async function discoveryDocuments(app: FastifyInstance, { siteUrl }: { siteUrl: string }): Promise<void> {
  const card = JSON.stringify(serverCard(siteUrl));
  mount(app, '/.well-known/mcp.json', { body: card, type: 'application/json; charset=utf-8' });
  mount(app, '/api/mcp/server-card', { body: card, type: 'application/json; charset=utf-8' });
  mount(app, '/llms.txt', { body: llmsText(siteUrl), type: 'text/plain; charset=utf-8' });
  // Any status but 404 here makes a client believe that it must sign in with OAuth.
  for (const path of ['/.well-known/*', '/api/.well-known/*']) app.get(path, (request, reply) => refuse(request, reply, siteUrl));
}

function mount(app: FastifyInstance, path: string, document: { body: string; type: string }): void {
  const etag = `"${hash('sha256', document.body, 'base64url').slice(0, 22)}"`;
  app.get(path, { exposeHeadRoute: true }, (request, reply) => {
    open(reply).header('cache-control', CACHE_CONTROL).header('etag', etag);
    if (names(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', document.type).send(document.body);
  });
  app.options(path, (_request, reply) =>
    open(reply)
      .header('access-control-allow-methods', 'GET')
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', '86400')
      .code(204)
      .send(),
  );
}

function open(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*');
}

/** Whether an If-None-Match names the tag, compared weakly, as required. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;
}

function refuse(request: FastifyRequest, reply: FastifyReply, siteUrl: string): FastifyReply {
  const locale = preferredLocale(request.headers['accept-language']);
  const body = errorAnswer(notFound('page'), { locale, siteUrl, requestId: request.id });
  reply.header('content-language', locale).header('vary', 'Accept-Language');
  return open(reply).code(404).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}
