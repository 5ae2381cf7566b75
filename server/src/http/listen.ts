import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Listens on all of a host's addresses: a proxy on the same machine names one of the two that `localhost` has, and the system lists either
 * first. Fastify would, if it had made its server itself. The others close with it, once what they were asked is answered.
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
