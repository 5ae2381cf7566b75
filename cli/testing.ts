import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { runCli } from './run-cli.ts';
import type { Terminal } from './terminal.ts';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** What is answered: a status and a body; or `cut`, which closes the connection after the request was read; `hang` answers never. */
export type Reply = { status: number; json?: unknown; text?: string; headers?: Record<string, string> } | 'cut' | 'hang';

/** What a server costs, as it is answered before it is deployed. */
export const quoteOf = (hourly: number) => ({
  name: 'L4 ×1',
  region: 'r',
  spot: false,
  deployable: true,
  reasons: [],
  requiredCredits: hourly,
  currentBalance: 9,
  pricing: { hourly },
});

/** Something that answers as a Boreal would, or as none should. */
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

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly asked: readonly string[];
  /** What was run on the terminal. */
  readonly ran: readonly (readonly string[])[];
}

/** A key as customers have, of nobody. */
export const KEY = `gpu_${'a1B2c3D4'.repeat(5)}`;

/** Types a command on a terminal of which everything is known. */
export async function type(
  url: string,
  args: readonly string[],
  { environment = {}, answers, files = {}, ...given }: Typing = {},
): Promise<Outcome> {
  let [out, err] = ['', ''];
  const asked: string[] = [];
  const ran: (readonly string[])[] = [];
  const left = [...(answers ?? [])];
  const terminal: Terminal = {
    args,
    environment: { BOREAL_URL: url, BOREAL_API_KEY: KEY, ...environment },
    isInteractive: answers !== undefined,
    print: (text) => (out += text),
    say: (text) => (err += text),
    ask: async (question) => {
      asked.push(question);
      return left.shift() ?? null;
    },
    readFile: async (path) => files[path] ?? '',
    run: async (program, words) => {
      ran.push([program, ...words]);
      return 7;
    },
    stopped: new AbortController().signal,
    ...given,
  };
  return { code: await runCli(terminal), out, err, asked, ran };
}

interface Typing {
  readonly environment?: Readonly<Record<string, string>>;
  /** What somebody answers; absent: nobody is there. */
  readonly answers?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly stopped?: AbortSignal;
}
