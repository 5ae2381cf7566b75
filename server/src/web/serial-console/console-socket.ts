import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { openConsole, type ConsoleParts, type OpenedConsole } from '../../core/fleet/servers/console/console-link.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { isAppError } from '../../kit/errors.ts';
import { closeCodes } from './close-codes.ts';

/** How long a socket may take to send its request (real time). */
export const ASK_WITHIN_MS = 5000;
/** How many bytes may be sent to a page that has not shown them; then the guest waits. A page reports each eighth of it. */
const UNSHOWN_MAX_BYTES = 512 * 1024;
/** How many typed bytes the guest may have yet to accept. A page sends much less ahead, and keeps the rest of a long paste. */
const UNTAKEN_MAX_BYTES = 256 * 1024;
/** How often to check that an open console is still allowed (real time). */
const LOOK_AGAIN_MS = 5000;
/** After this many checks without an answer the console is closed: access can no longer be verified. */
const UNKNOWN_MAX = 12;
/** How often a page must answer a ping; proxies close connections that are silent for a minute (real time). */
const PING_MS = 25_000;

const Asked = z.strictObject({ token: z.string().max(1000) });
/** Text is about the terminal; bytes are input. */
const Told = z.union([
  z.strictObject({ columns: z.int().min(1).max(1000), rows: z.int().min(1).max(1000) }),
  z.strictObject({ shown: z.int().min(0) }),
]);

export interface ConsoleSocketParts extends ConsoleParts {
  /** With the client's address. */
  readonly ctx: Ctx;
  /** Called once the socket has sent its request. */
  readonly asked: () => void;
}

/** Reads which link a socket is for, then serves its terminal. */
export function serveConsole(client: WebSocket, parts: ConsoleSocketParts): void {
  const late = setTimeout(() => client.close(closeCodes.refused), ASK_WITHIN_MS);
  client.on('error', () => client.terminate());
  client.once('close', () => clearTimeout(late));
  client.once('message', (data, isBinary) => {
    clearTimeout(late);
    parts.asked();
    const asked = isBinary ? null : read(Asked, data);
    if (asked === null) return client.close(closeCodes.refused);
    connect(client, asked.token, parts).catch((error: unknown) => {
      const code = codeOf(error);
      if (code === closeCodes.failed) parts.ctx.log.warn({ err: error }, 'a terminal could not be opened');
      client.close(code);
    });
  });
}

type End = (code: number) => void;

function codeOf(error: unknown): number {
  if (isAppError(error, 'NOT_FOUND')) return closeCodes.refused;
  if (isAppError(error, 'INVALID_STATE')) return closeCodes.notRunning;
  if (isAppError(error, 'Too many requests')) return closeCodes.tooMany;
  return closeCodes.failed;
}

async function connect(client: WebSocket, token: string, parts: ConsoleSocketParts): Promise<void> {
  const opened = await openConsole(parts.ctx, { token }, parts);
  const { stream, kind, endsFor } = opened;
  if (client.readyState !== client.OPEN) return void stream.destroy();
  client.once('close', () => stream.destroy());
  // A client that misses the close keeps its socket for a while, but no shell.
  const end = (code: number) => {
    client.close(code);
    stream.destroy();
  };
  for (const event of ['error', 'end', 'close'] as const) stream.once(event, () => end(closeCodes.ended));
  client.send(JSON.stringify({ kind }));
  show(client, opened, end);
  endWhenOver(client, { endsFor, end, log: parts.ctx.log });
  endWhenGone(client);
}

/**
 * Passes on, both ways, no more than the other end accepts, and tells each end what the other accepted, so that no flood piles up here or
 * in a page.
 */
function show(client: WebSocket, { stream, resize }: OpenedConsole, end: End): void {
  let sent = 0;
  let shown = 0;
  let typed = 0;
  let taken = 0;
  stream.on('data', (bytes: Buffer) => {
    sent += bytes.length;
    if (sent - shown >= UNSHOWN_MAX_BYTES) stream.pause();
    client.send(bytes, { binary: true });
  });
  client.on('message', (data, isBinary) => {
    if (stream.destroyed) return;
    if (isBinary) {
      const bytes = bytesOf(data);
      typed += bytes.length;
      if (typed - taken > UNTAKEN_MAX_BYTES) return end(closeCodes.refused);
      return void stream.write(bytes, () => {
        taken += bytes.length;
        if (client.readyState === client.OPEN) client.send(JSON.stringify({ taken }));
      });
    }
    const told = read(Told, data);
    if (told === null) return end(closeCodes.refused);
    if ('columns' in told) return resize(told);
    shown = Math.min(Math.max(shown, told.shown), sent);
    if (sent - shown < UNSHOWN_MAX_BYTES) stream.resume();
  });
}

/** Ends a console with the right to it, with its server, or when someone else takes its line. */
function endWhenOver(client: WebSocket, { endsFor, end, log }: Pick<OpenedConsole, 'endsFor'> & { end: End; log: Ctx['log'] }): void {
  let unknown = 0;
  const timer = setInterval(() => {
    endsFor().then(
      (why) => {
        unknown = 0;
        if (why !== null) end(closeCodes[why]);
      },
      (error: unknown) => {
        unknown += 1;
        log.warn({ err: error }, 'whether a terminal may stay open is not known');
        if (unknown >= UNKNOWN_MAX) end(closeCodes.failed);
      },
    );
  }, LOOK_AGAIN_MS);
  client.once('close', () => clearInterval(timer));
}

/** A page whose computer went away never says so, and its shell would keep running. */
function endWhenGone(client: WebSocket): void {
  let isThere = true;
  client.on('pong', () => {
    isThere = true;
  });
  const timer = setInterval(() => {
    if (!isThere) return client.terminate();
    isThere = false;
    client.ping();
  }, PING_MS);
  client.once('close', () => clearInterval(timer));
}

function read<T>(shape: z.ZodType<T>, data: RawData): T | null {
  try {
    return shape.safeParse(JSON.parse(bytesOf(data).toString())).data ?? null;
  } catch {
    return null;
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
