import { runCli } from './run-cli.ts';
import type { Terminal } from './terminal.ts';

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

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly asked: readonly string[];
  /** The programs that were run on the terminal. */
  readonly ran: readonly (readonly string[])[];
}

/** A key in a customer's format, which belongs to nobody. */
export const KEY = `gpu_${'a1B2c3D4'.repeat(5)}`;

/** Types a command on a fully simulated terminal. */
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
  /** The answers that a person gives; absent: nobody is there. */
  readonly answers?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly stopped?: AbortSignal;
}
