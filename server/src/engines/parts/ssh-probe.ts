import { request } from 'node:http';
import { connect, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Duplex } from 'node:stream';

/** Whether something answers on a machine's SSH port now. */
export type SshProbe = (at: { ipv4: string; hostName: string }, options: { limitMs: number; signal: AbortSignal }) => Promise<boolean>;

const SSH_PORT = 22;

/** Connects directly. */
export const directProbe: SshProbe = ({ ipv4 }, options) =>
  greeted(options, (settle) => {
    const socket = connect({ host: ipv4, port: SSH_PORT });
    socket.once('error', () => settle(false));
    hear(socket, settle);
    return () => socket.destroy();
  });

/** Connects through an HTTP proxy: `http://host:port`, or `unix:///path` for one on a socket. */
export function proxyProbe(proxy: string): SshProbe {
  const url = new URL(proxy);
  const where = url.protocol === 'unix:' ? { socketPath: url.pathname } : { host: url.hostname, port: url.port };
  return ({ ipv4 }, options) =>
    greeted(options, (settle) => {
      // Once the proxy has connected, ending the request no longer ends the socket.
      let through: Duplex | null = null;
      const call = request({ ...where, method: 'CONNECT', path: `${isIPv6(ipv4) ? `[${ipv4}]` : ipv4}:${SSH_PORT}` });
      call.once('error', () => settle(false));
      call.once('response', () => settle(false));
      call.once('connect', (answer, socket, head) => {
        through = socket;
        if (answer.statusCode !== 200) return settle(false);
        if (head.length > 0) return settle(true);
        hear(socket, settle);
      });
      call.end();
      return () => {
        call.destroy();
        through?.destroy();
      };
    });
}

/** An SSH server speaks first. */
function hear(socket: Duplex, settle: (heard: boolean) => void): void {
  socket.once('data', () => {
    socket.destroy();
    settle(true);
  });
  socket.once('error', () => settle(false));
  socket.once('close', () => settle(false));
}

function greeted(
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
  begin: (settle: (heard: boolean) => void) => () => void,
): Promise<boolean> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = begin(resolve);
  const over = new AbortController();
  void sleep(limitMs, undefined, { signal: AbortSignal.any([signal, over.signal]) })
    .catch(() => undefined)
    .then(() => {
      end();
      resolve(false);
    });
  return promise.finally(() => over.abort());
}
