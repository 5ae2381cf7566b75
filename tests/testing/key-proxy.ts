import { createServer, request } from 'node:http';

/** A proxy in front of a site, for programs that have no option for a header: it adds a key to what it passes on. */
export interface KeyProxy {
  /** Where it listens, which is where the site is for its clients. */
  readonly origin: string;
  passTo(target: URL, key: string): void;
  close(): Promise<void>;
}

export async function openKeyProxy(): Promise<KeyProxy> {
  let to: { target: URL; key: string } | undefined;
  const server = createServer((incoming, outgoing) => {
    if (!to) return void outgoing.writeHead(502).end();
    const headers = { ...incoming.headers, authorization: `Bearer ${to.key}` };
    const passed = request(to.target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // A stream is open before its first event.
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    passTo: (target, key) => {
      to = { target, key };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
