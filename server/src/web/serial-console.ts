import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import type { Ctx } from '../core/ground/ctx.ts';
import { openConsole } from '../core/fleet/servers/console-link.ts';
import { answerError } from '../door/answer-error.ts';
import { SOCKET_PATH } from '../door/socket-path.ts';
import type { Engine } from '../engines/engine.ts';
import { AppError, notFound } from '../kit/errors.ts';
import { serialConsolePage } from './serial-console-page.ts';

const PAGE_PATH = '/serial-console';

/** How long a socket may wait before it says what it wants (real time). */
const ASK_WITHIN_MS = 5000;
const MESSAGE_MAX_BYTES = 16 * 1024;
/** A reader that is this far behind is paused, and the guest with it. */
const BEHIND_BYTES = 256 * 1024;

/** How often to check that an open console may still be open (real time). */
const LOOK_AGAIN_MS = 5000;

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
      .header('referrer-policy', 'no-referrer')
      .send(serialConsolePage.body),
  );
  // A request here wants no socket, or comes from another site's page: see `becomesSocket`.
  app.get(SOCKET_PATH, (request, reply) => {
    const foreign = request.headers.origin !== undefined && request.headers.origin !== parts.siteUrl;
    const refusal = foreign ? new AppError('FORBIDDEN_ORIGIN', { siteUrl: parts.siteUrl }) : notFound('page');
    return answerError(refusal, request, reply, { siteUrl: parts.siteUrl, log: parts.ctx.log });
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES });
  app.server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, parts));
  });
  app.addHook('preClose', (done) => {
    for (const client of sockets.clients) client.close(ENDED);
    sockets.close(() => done());
  });
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
  const { stream, stillAllowed } = await openConsole(ctx, { token }, engine);
  if (client.readyState !== client.OPEN) return void stream.destroy();
  client.on('message', (data) => stream.write(Buffer.isBuffer(data) ? data : Buffer.from(String(data))));
  client.once('close', () => stream.destroy());
  endWhenNotAllowed(client, stillAllowed, ctx);
  stream.on('error', () => client.close(ENDED));
  stream.once('close', () => client.close(ENDED));
  stream.on('data', (bytes: Buffer) => {
    client.send(bytes, { binary: true }, () => {
      if (client.bufferedAmount < BEHIND_BYTES) stream.resume();
    });
    if (client.bufferedAmount >= BEHIND_BYTES) stream.pause();
  });
}

/** A console does not outlive the session or the key that opened it. If the answer is unknown, it is asked again. */
function endWhenNotAllowed(client: WebSocket, stillAllowed: () => Promise<boolean>, ctx: Ctx): void {
  const timer = setInterval(() => {
    stillAllowed().then(
      (allowed) => {
        if (!allowed) client.close(REFUSED);
      },
      (error: unknown) => ctx.log.warn({ err: error }, 'whether a serial console may stay open is not known'),
    );
  }, LOOK_AGAIN_MS);
  client.once('close', () => clearInterval(timer));
}

function readAsked(text: string): z.infer<typeof Asked> | null {
  try {
    return Asked.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
