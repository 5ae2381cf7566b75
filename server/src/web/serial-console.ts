import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import type { Ctx } from '../core/ctx.ts';
import { openConsole } from '../core/servers/console-link.ts';
import type { Engine } from '../engines/engine.ts';
import { AppError } from '../kit/errors.ts';
import { serialConsolePage } from './serial-console-page.ts';

const PAGE_PATH = '/serial-console';
const SOCKET_PATH = '/serial-console/socket';

/** How long a socket may wait before it says what it wants (real time). */
const ASK_WITHIN_MS = 5000;
const MESSAGE_MAX_BYTES = 16 * 1024;
/** A reader that is this far behind is paused, and the guest with it. */
const BEHIND_BYTES = 256 * 1024;

/** Why a socket was closed, for the page. */
const REFUSED = 4404;
const ENDED = 1000;

const Asked = z.strictObject({ token: z.string().max(1000) });

export interface SerialConsoleParts {
  readonly ctx: Ctx;
  readonly engine: Engine;
  readonly siteUrl: string;
}

/** Mounts the serial console: the page that a link opens, and the socket between it and the machine. */
export function serialConsole(app: FastifyInstance, parts: SerialConsoleParts): void {
  app.get(PAGE_PATH, (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', serialConsolePage.securityPolicy)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .send(serialConsolePage.body),
  );
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES });
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url !== SOCKET_PATH || !isOwn(request, parts.siteUrl)) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, parts));
  });
  app.addHook('preClose', (done) => {
    for (const client of sockets.clients) client.close(ENDED);
    sockets.close(() => done());
  });
}

/** Browsers say where a socket was opened from: another site's page must not use a link that it has got hold of. */
function isOwn({ headers }: IncomingMessage, siteUrl: string): boolean {
  return headers.origin === siteUrl;
}

function serve(client: WebSocket, parts: SerialConsoleParts): void {
  const late = setTimeout(() => client.close(REFUSED), ASK_WITHIN_MS);
  client.on('error', () => client.terminate());
  client.once('message', (data, isBinary) => {
    clearTimeout(late);
    const asked = isBinary ? null : readAsked(String(data));
    if (asked === null) return client.close(REFUSED);
    connect(client, asked.token, parts).catch((error: unknown) => {
      if (!(error instanceof AppError)) parts.ctx.log.warn({ err: error }, 'a serial console could not be opened');
      client.close(REFUSED);
    });
  });
  client.once('close', () => clearTimeout(late));
}

async function connect(client: WebSocket, token: string, { ctx, engine }: SerialConsoleParts): Promise<void> {
  const { stream } = await openConsole(ctx, { token }, engine);
  if (client.readyState !== client.OPEN) return void stream.destroy();
  client.on('message', (data) => stream.write(Buffer.isBuffer(data) ? data : Buffer.from(String(data))));
  client.once('close', () => stream.destroy());
  stream.on('error', () => client.close(ENDED));
  stream.once('close', () => client.close(ENDED));
  stream.on('data', (bytes: Buffer) => {
    client.send(bytes, { binary: true }, () => {
      if (client.bufferedAmount < BEHIND_BYTES) stream.resume();
    });
    if (client.bufferedAmount >= BEHIND_BYTES) stream.pause();
  });
}

function readAsked(text: string): z.infer<typeof Asked> | null {
  try {
    return Asked.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
