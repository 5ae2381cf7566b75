import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface RunResult {
  ok: boolean;
  /** Its output on both streams; empty if it wrote to ours. */
  output: string;
  seconds: number;
}

export interface RunOptions {
  show?: boolean;
  env?: Readonly<Record<string, string>>;
  /** The program is stopped after this long. */
  limitMs?: number;
}

/** Runs a program of the repository and waits for its end. With `show`, it writes to our terminal. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program = '', ...args] = command;
  const begin = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...options.env },
    stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const limit = options.limitMs === undefined ? undefined : setTimeout(() => child.kill('SIGTERM'), options.limitMs);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', (exitCode) => resolve(exitCode));
    child.once('error', (error) => {
      chunks.push(`${program}: ${error.message}\n`);
      resolve(null);
    });
  });
  children.delete(child);
  clearTimeout(limit);
  return { ok: code === 0, output: chunks.join(''), seconds: (performance.now() - begin) / 1000 };
}

/** A program from npm, on our own Node rather than the machine's. */
export function tool(name: string, ...args: readonly string[]): string[] {
  return [process.execPath, join(ROOT, 'node_modules', '.bin', name), ...args];
}

/** A TypeScript or JavaScript file of this repository. */
export function script(...args: readonly string[]): string[] {
  return [process.execPath, ...args];
}

const children = new Set<ChildProcess>();
let signalled = false;

/** Ctrl-C first stops the programs that we run, and only then us, so that Postgres is stopped and its folder removed. */
export function endChildrenOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      signalled = true;
      for (const child of children) child.kill(signal);
    });
  }
}

export function wasSignalled(): boolean {
  return signalled;
}
