import { createServer, request } from 'node:http';
import { randomIp } from './boreal-process-client.ts';

/** A proxy in front of a site, which can lose an answer: the request arrives, and its connection breaks. */
export interface CuttingProxy {
  readonly origin: string;
  passTo(target: string): void;
  /** The next answers to this method that are lost. */
  cut(method: string, times: number): void;
  /** How many requests with this method have come so far. */
  count(method: string): number;
  close(): Promise<void>;
}

export async function openCuttingProxy(): Promise<CuttingProxy> {
  let to = '';
  const cuts = new Map<string, number>();
  const counts = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const { method = '' } = incoming;
    counts.set(method, (counts.get(method) ?? 0) + 1);
    // Each time somebody else's, so that no limit is in the way.
    const headers = { ...incoming.headers, 'x-forwarded-for': randomIp() };
    const passed = request(new URL(incoming.url ?? '/', to), { method, headers }, (answer) => {
      const left = cuts.get(method) ?? 0;
      if (left > 0) {
        cuts.set(method, left - 1);
        answer.resume().once('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    origin: `http://localhost:${address.port}`,
    passTo: (target) => {
      to = target;
    },
    cut: (method, times) => void cuts.set(method, times),
    count: (method) => counts.get(method) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
