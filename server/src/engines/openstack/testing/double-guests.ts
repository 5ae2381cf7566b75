import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Life } from './double-life.ts';
import type { Networks } from './double-network.ts';
import { newPlainId, now, type Server } from './double-world.ts';

export interface Guests {
  /** An HTTP proxy for CONNECT, as from `PROBES_FROM`: a guest that is up greets like an SSH server. */
  readonly proxy: string;
  /** A new address of the serial line of a server, good for one visit. */
  consoleUrl(server: Server): string;
  close(): void;
}

/** From where the proxy connects, as guests and their firewalls see it. */
export const PROBES_FROM = '172.24.4.1';
const GREETING = 'SSH-2.0-dropbear_2022.83\r\n';
const LOOK_EVERY_MS = 20;

/** What is inside of machines, as seen from outside: their SSH port, and their serial line. They are reached whatever services are down. */
export async function startGuests(options: { readonly life: Life; readonly networks: Networks; readonly bootMs: number }): Promise<Guests> {
  const { life, networks, bootMs } = options;
  const ways = new Map<string, Server>();
  const lines = new Map<string, { now: WebSocket | null; readonly waiting: WebSocket[] }>();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => (offered.has('binary') ? 'binary' : false) });
  const open = new Set<Duplex>();

  const isUp = (server: Server) =>
    server.status === 'ACTIVE' &&
    server.host?.up !== false &&
    server.bootedAt !== null &&
    now().getTime() - server.bootedAt.getTime() >= bootMs;

  /** A line has one at its end; who comes later waits for them to go, and meanwhile sees nothing. */
  function take(server: Server, socket: WebSocket): void {
    const line = lines.get(server.id) ?? { now: null, waiting: [] };
    lines.set(server.id, line);
    socket.once('close', () => {
      if (line.now === socket) {
        line.now = null;
        const next = line.waiting.shift();
        if (next) seat(server, line, next);
      } else line.waiting.splice(line.waiting.indexOf(socket), 1);
    });
    if (line.now) line.waiting.push(socket);
    else seat(server, line, socket);
  }

  function seat(server: Server, line: { now: WebSocket | null }, socket: WebSocket): void {
    const { bootedAt } = server;
    line.now = socket;
    let typed = '';
    const type = (bytes: Buffer) => {
      for (const letter of bytes.toString()) {
        if (letter !== '\r' && letter !== '\n') {
          typed += letter;
          say(letter);
          continue;
        }
        const [, words] = /^\s*echo (.*)$/.exec(typed) ?? [];
        typed = '';
        say(`\r\n${words === undefined ? '' : `${words}\r\n`}# `);
      }
    };
    const say = (text: string) => socket.send(Buffer.from(text));
    socket.on('message', (data: Buffer) => type(data));
    const look = setInterval(() => {
      if (life.servers.get(server.id) !== server || server.status !== 'ACTIVE' || server.bootedAt !== bootedAt) socket.close();
    }, LOOK_EVERY_MS);
    socket.once('close', () => clearInterval(look));
  }

  const server = createServer((_request, answer) => answer.writeHead(405).end());
  server.on('connect', (request, socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    const [, ip = '', port = ''] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(request.url ?? '') ?? [];
    const at = networks.portAt(ip);
    const guest = at && life.servers.get(at.device_id);
    if (!at || !guest || !isUp(guest) || !networks.letsIn(at, { from: PROBES_FROM, protocol: 'tcp', port: Number(port) })) {
      return void socket.end('HTTP/1.1 502 ETIMEDOUT\r\n\r\n');
    }
    socket.write(`HTTP/1.1 200 OK\r\n\r\n${port === '22' ? GREETING : ''}`);
  });
  server.on('upgrade', (request, socket, head) => {
    const token = new URL(request.url ?? '/', 'http://double').searchParams.get('token') ?? '';
    const guest = ways.get(token);
    ways.delete(token);
    if (!guest) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (websocket) => take(guest, websocket));
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  return {
    proxy: `http://${host}`,
    consoleUrl(guest) {
      const token = newPlainId();
      ways.set(token, guest);
      return `ws://${host}/?token=${token}`;
    },
    close() {
      for (const socket of open) socket.destroy();
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.close();
    },
  };
}
