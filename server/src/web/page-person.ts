import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the page would ask who is signed in, as its first request. */
const ME = '/api/console/me';
/** Without an answer by then, the page goes out without it, and asks itself: nobody waits for a database that is away. */
const PATIENCE_MS = 250;
/** What is about the page's own request, and not about who asks. */
const OF_THE_PAGE = new Set(['accept', 'accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'connection', 'content-length']);

/**
 * Who is signed in, for the page that they are sent: a telephone waits 150 ms for each question, and this one comes before all others.
 * It is the very answer to that request, with all its checks, as data that no browser runs; empty for whom it refuses.
 */
export async function personInPage(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  if (request.headers.cookie === undefined || !/^\/(?:console|operator)(?:[/?]|$)/.test(request.url)) return '';
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_THE_PAGE.has(name)));
  const asked = app.inject({ method: 'GET', url: ME, headers, remoteAddress: request.socket.remoteAddress ?? '' }).catch(() => null);
  const answer = await Promise.race([asked, sleep(PATIENCE_MS, null, { ref: false })]);
  if (answer?.statusCode !== 200) return '';
  return `<script type="application/json" id="me">${answer.body.replaceAll('<', String.raw`\u003c`)}</script>`;
}
