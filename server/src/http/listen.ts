import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Listens on all of a host's addresses: `localhost` has two, a proxy on the same machine may use either, and the system may list either
 * first. Fastify would do so if it had created its server itself. The other servers close with it, once they have answered their requests.
 * @throws the system's error for an address that cannot be listened on
 */
export async function listen(app: FastifyInstance, { addresses, port }: { addresses: readonly string[]; port: number }): Promise<void> {
  const [first = 'localhost', ...rest] = addresses;
  const others: Server[] = [];
  app.addHook('onClose', async () => {
    const ended = others.map((other) => new Promise((resolve) => other.close(resolve)));
    app.server.closeIdleConnections();
    await Promise.all(ended);
  });
  const url = await app.listen({ host: first, port });
  const opened = port === 0 ? Number(new URL(url).port) : port;
  for (const address of rest) {
    const other = createServer((socket) => app.server.emit('connection', socket));
    other.listen({ host: address, port: opened, exclusive: true });
    await once(other, 'listening');
    others.push(other);
  }
}
