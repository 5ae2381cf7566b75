import { rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that goes by, before it is passed on. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What becomes of a request: `lost`: it is done and its answer never comes; a text: that is sent on in place of the body. */
export type Fate = 'passed' | 'lost' | { readonly body: string } | { readonly delayMs: number } | { readonly after: Promise<unknown> };

export interface IncusProxy {
  readonly socketPath: string;
  /** Asked for every request; the first that does not pass it decides. */
  rules: ((passing: Passing) => Fate)[];
  /** What is read instead of an answer of Incus; left out, or null: the answer itself. */
  answers?: (passing: Passing, body: string) => string | null;
  close(): Promise<void>;
}

/** Stands between the engine and Incus, on a unix socket of its own, and can make the line a bad one. */
export async function startIncusProxy(options: { socketPath: string; to: string }): Promise<IncusProxy> {
  const proxy: IncusProxy = {
    socketPath: options.socketPath,
    rules: [],
    async close() {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
  const sockets = new Set<Duplex>();
  rmSync(options.socketPath, { force: true });
  const server = createServer((asked, answer) => {
    void (async () => {
      const passing = { method: asked.method ?? '', path: asked.url ?? '', body: await textOf(asked) };
      const fate = fateOf(proxy, passing);
      if (typeof fate === 'object' && 'delayMs' in fate) await sleep(fate.delayMs);
      if (typeof fate === 'object' && 'after' in fate) await fate.after;
      const body = typeof fate === 'object' && 'body' in fate ? fate.body : passing.body;
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = asked.headers;
      const onward = request({
        socketPath: options.to,
        method: passing.method,
        path: passing.path,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      onward.on('error', () => asked.socket.destroy());
      onward.on('response', (said) => {
        if (fate === 'lost') {
          said.resume().on('end', () => asked.socket.destroy());
          return;
        }
        if (proxy.answers !== undefined) {
          void passRewritten(proxy, passing, said, answer).catch(() => answer.destroy());
          return;
        }
        answer.writeHead(said.statusCode ?? 502, said.headers);
        said.pipe(answer);
        said.on('error', () => answer.destroy());
      });
      onward.end(body);
    })().catch(() => asked.socket.destroy());
  });
  server.on('upgrade', (asked, socket, head) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const onward = connect(options.to, () => {
      const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((ready) => void server.listen(options.socketPath, ready));
  return proxy;
}

async function passRewritten(proxy: IncusProxy, passing: Passing, said: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = await buffer(said);
  const written = proxy.answers?.(passing, body.toString()) ?? null;
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = said.headers;
  answer.writeHead(said.statusCode ?? 502, headers);
  answer.end(written ?? body);
}

function fateOf(proxy: IncusProxy, passing: Passing): Fate {
  for (const rule of proxy.rules) {
    const fate = rule(passing);
    if (fate !== 'passed') return fate;
  }
  return 'passed';
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}
