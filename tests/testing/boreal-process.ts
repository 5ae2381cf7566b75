import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The Node of the project, which `npm start` runs. */
export const NODE = join(ROOT, 'node_modules/.bin/node');

export type Environment = Readonly<Record<string, string>>;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A Boreal in a process of its own. */
export interface BorealProcess {
  readonly port: number;
  readonly siteUrl: string;
  readonly baseUrl: string;
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Settles when the process has ended, by itself or not. */
  readonly exited: Promise<Exit>;
  /** Waits for the end that must come by itself. @throws when it does not */
  ended(): Promise<Exit>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
}

/** Longer than any start takes on a busy machine. */
const READY_WITHIN_MS = 90_000;

const ENDED_WITHIN_MS = 60_000;

/** Starts a Boreal with this environment and no other; does not wait until it answers. */
export function spawnBoreal(port: number, environment: Environment): BorealProcess {
  const child = spawn(NODE, ['server/src/main.ts'], {
    cwd: ROOT,
    env: { ...bareEnvironment(), BOREAL_PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes: Buffer) => (written.stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (written.stderr += bytes.toString()));
  endWithUs(child);
  const exited = exitOf(child);
  const siteUrl = environment['SITE_URL'] ?? `http://localhost:${port}`;
  return {
    port,
    siteUrl,
    baseUrl: `http://localhost:${port}/api`,
    pid: child.pid ?? 0,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    exited,
    ended: async () => {
      const exit = await Promise.race([exited, sleep(ENDED_WITHIN_MS, null, { ref: false })]);
      if (exit === null) throw new Error(`Boreal does not end:\n${written.stdout}\n${written.stderr}`);
      return exit;
    },
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Waits until the process has told that it runs. @throws when it ends before, with what it wrote */
export async function untilReady(boreal: BorealProcess): Promise<BorealProcess> {
  const ended = boreal.exited.then(() => true);
  const limit = performance.now() + READY_WITHIN_MS;
  while (!boreal.stdout().includes('Boreal is running')) {
    if (await Promise.race([ended, sleep(20, false)])) {
      throw new Error(`Boreal ended before it ran:\n${boreal.stdout()}\n${boreal.stderr()}`);
    }
    if (performance.now() > limit) throw new Error(`Boreal does not start:\n${boreal.stdout()}\n${boreal.stderr()}`);
  }
  return boreal;
}

/** What every program needs and nothing that configures Boreal. */
export function bareEnvironment(): Environment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'USER'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** A port that nobody has, below those that the system gives to connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port);
    const free = await Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]).catch(
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Waits until it holds, looking again and again. */
export async function until(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await sleep(50);
  }
}

/**
 * Waits until what is seen is as it should be, however long it takes on a busy machine, as long as it moves: fails when it has
 * been the same for `stillMs`, and says what was seen.
 */
export async function untilSettled<T>(
  what: string,
  options: { stillMs: number; look: () => Promise<T>; holds: (seen: T) => boolean },
): Promise<T> {
  let last = '';
  let limit = 0;
  for (;;) {
    const seen = await options.look();
    if (options.holds(seen)) return seen;
    const text = JSON.stringify(seen);
    if (text !== last) limit = performance.now() + options.stillMs;
    else if (performance.now() > limit) throw new Error(`nothing has moved for ${options.stillMs / 1000} s: ${what}; seen: ${text}`);
    last = text;
    await sleep(50);
  }
}

async function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Only when its pipes are closed has everything that it wrote arrived.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

const alive = new Set<ChildProcess>();
let watching = false;

/** A test that is broken off leaves no Boreal behind: each is asked to end, and takes its Postgres with it. */
function endWithUs(child: ChildProcess): void {
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const one of alive) one.kill('SIGTERM');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
}
