import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** The answer: a status and a body; `cut` closes the connection after reading the request; `hang` never answers. */
export type Reply = { status: number; json?: unknown; text?: string; headers?: Record<string, string> } | 'cut' | 'hang';

/** A test double that answers as a Boreal would, or as none should. */
export interface Double {
  readonly url: string;
  readonly arrived: Arrived[];
  answer: (request: Arrived) => Reply;
  close(): Promise<void>;
}

export async function openDouble(answer: Double['answer'] = () => ({ status: 404 })): Promise<Double> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => (text += bytes.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) };
      arrived.push(one);
      send(double.answer(one), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the double has no port');
  const double: Double = {
    url: `http://127.0.0.1:${address.port}`,
    arrived,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

function send(reply: Reply, response: ServerResponse): void {
  if (reply === 'hang') return;
  if (reply === 'cut') return void response.destroy();
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.text ?? JSON.stringify(reply.json ?? {}));
}
