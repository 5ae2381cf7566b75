import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

/** The page's first requests, and the name under which the page finds each answer. */
const ASKED = [
  { id: 'me', url: '/api/console/me', of: /^\/(?:console|operator)(?:[/?]|$)/ },
  { id: 'incidents', url: '/api/console/incidents', of: /^\/console(?:[/?]|$)/ },
] as const;
/** After this long the page is sent without the answer and makes the request itself: nobody waits for a database that is down. */
const PATIENCE_MS = 250;
/** Headers about the page's own request rather than its caller. */
const OF_THE_PAGE = new Set(['accept', 'accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'connection', 'content-length']);

/**
 * Embeds in a page the answers to its first requests: who is signed in, and what is shown above customers' pages. On a phone each request
 * takes 150 ms, every other request waits for these, and a notice that came later would shift what is being read. Each answer is exactly
 * that of the request, with all its checks, as data that no browser executes; empty if the request is refused.
 */
export async function answersInPage(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  if (request.headers.cookie === undefined) return '';
  const asked = ASKED.filter(({ of }) => of.test(request.url));
  const answers = await Promise.all(asked.map(({ id, url }) => answerInPage(app, request, { id, url })));
  return answers.join('');
}

async function answerInPage(app: FastifyInstance, request: FastifyRequest, { id, url }: { id: string; url: string }): Promise<string> {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_THE_PAGE.has(name)));
  const asked = app.inject({ method: 'GET', url, headers, remoteAddress: request.socket.remoteAddress ?? '' }).catch(() => null);
  const answer = await Promise.race([asked, sleep(PATIENCE_MS, null, { ref: false })]);
  if (answer?.statusCode !== 200) return '';
  return `<script type="application/json" id="${id}">${answer.body.replaceAll('<', String.raw`\u003c`)}</script>`;
}
