import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a page would ask for before it shows anything, and by which name the page has the answer. */
const ASKED = [
  { id: 'me', url: '/api/console/me', of: /^\/(?:console|operator)(?:[/?]|$)/ },
  { id: 'incidents', url: '/api/console/incidents', of: /^\/console(?:[/?]|$)/ },
] as const;
/** Without an answer by then, the page goes out without it, and asks itself: nobody waits for a database that is away. */
const PATIENCE_MS = 250;
/** What is about the page's own request, and not about who asks. */
const OF_THE_PAGE = new Set(['accept', 'accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'connection', 'content-length']);

/**
 * Who is signed in, and what customers are told above their pages, for the page that they are sent: a telephone waits 150 ms for each
 * question, these come before all others, and news that came later would move what is read. Each is the very answer to that request, with
 * all its checks, as data that no browser runs; empty for whom it refuses.
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
