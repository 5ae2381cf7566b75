import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { createConsolePlaces } from '../../core/fleet/servers/console/console-places.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { answerError } from '../../door/answer-error.ts';
import { clientAddress } from '../../door/client-address.ts';
import { clientNetwork } from '../../door/client-network.ts';
import { SOCKET_PATH } from '../../door/socket-path.ts';
import type { Engines } from '../../engines/engines.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { trustedProxies } from '../../kit/trusted-proxies.ts';
import { ASK_WITHIN_MS, serveConsole } from './console-socket.ts';
import { closeCodes } from './close-codes.ts';
import { readConsolePage, type ConsolePage } from './serial-console-page.ts';

const PAGE_PATH = '/serial-console';
/** Much longer than any message of the page. */
const MESSAGE_MAX_BYTES = 16 * 1024;
/** The most sockets of one client that have not yet sent their request. */
const WAITING_MAX = 20;

export interface SerialConsoleParts {
  readonly ctx: Ctx;
  readonly engines: Engines;
  readonly siteUrl: string;
  /** The same as the other doors'; none by default. */
  readonly trustedProxies?: readonly string[];
}

/** Mounts the browser's terminal: the page that a link opens, and the socket between it and the machine. */
export function serialConsole(app: FastifyInstance, parts: SerialConsoleParts): void {
  const { ctx, engines, siteUrl } = parts;
  let read: ConsolePage | undefined;
  // Read at the first request: half a megabyte that most processes never send.
  const page = () => (read ??= readConsolePage());
  app.get(PAGE_PATH, (_request, reply) => {
    const { body, securityPolicy } = page().fresh();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', securityPolicy)
      .header('referrer-policy', 'no-referrer')
      .send(body);
  });
  app.get<{ Params: { file: string } }>(`${PAGE_PATH}/:file`, (request, reply) => {
    const file = page().files.find(({ path }) => path === `${PAGE_PATH}/${request.params.file}`);
    if (!file) return answerError(notFound('page'), request, reply, { siteUrl, log: ctx.log });
    return reply.header('content-type', file.type).header('cache-control', 'public, max-age=31536000, immutable').send(file.body);
  });
  // A request that arrives here wants no socket, or comes from another site's page: see `becomesSocket`.
  app.get(SOCKET_PATH, (request, reply) => {
    const foreign = request.headers.origin !== undefined && request.headers.origin !== siteUrl;
    const refusal = foreign ? new AppError('FORBIDDEN_ORIGIN', { siteUrl }) : notFound('page');
    return answerError(refusal, request, reply, { siteUrl, log: ctx.log });
  });

  const isTrusted = trustedProxies(parts.trustedProxies ?? []);
  const places = createConsolePlaces();
  const waiting = createConsolePlaces({ byAsker: WAITING_MAX, byAccount: Infinity });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES });
  app.server.on('upgrade', (request, socket, head) => {
    const address = clientAddress(request, isTrusted);
    const asked = waiting.take({ asker: clientNetwork(address ?? ''), accountId: '' });
    if (asked === null) return refuse(socket);
    socket.once('close', asked);
    sockets.handleUpgrade(request, socket, head, (client) => serveConsole(client, { ctx: { ...ctx, address }, engines, places, asked }));
  });
  app.addHook('preClose', (done) => {
    for (const client of sockets.clients) client.close(closeCodes.ended);
    sockets.close(() => done());
  });
}

/**
 * Refuses a socket that nothing else owns any more: without a listener its error would end the process, and a client that does not hang up
 * would keep the connection.
 */
function refuse(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  const head = ['HTTP/1.1 429 Too Many Requests', `Retry-After: ${ASK_WITHIN_MS / SECOND_MS}`, 'Content-Length: 0', 'Connection: close'];
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
}
