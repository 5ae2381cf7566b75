import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

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
  /** Sends a signal and waits for the end. @throws when it does not end */
  end(signal: NodeJS.Signals): Promise<Exit>;
}

/** Longer than any start takes on a busy machine. */
const READY_WITHIN_MS = 90_000;

const ENDED_WITHIN_MS = 60_000;

/** Starts a Boreal with this environment and no other; does not wait until it answers. `root`: that of another version. */
export function spawnBoreal(port: number, environment: Environment, root: string = ROOT): BorealProcess {
  // Versions before bundles have none.
  const program = existsSync(join(root, 'server/dist/main.js')) ? 'server/dist/main.js' : 'server/src/main.ts';
  const child = spawn(NODE, [program], {
    cwd: root,
    env: { ...bareEnvironment(), BOREAL_PORT: String(port), BOREAL_PASSWORD_COST: '10', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes: Buffer) => (written.stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (written.stderr += bytes.toString()));
  endWithUs(child);
  const exited = exitOf(child);
  const ended = async () => {
    const exit = await Promise.race([exited, sleep(ENDED_WITHIN_MS, null, { ref: false })]);
    if (exit === null)
      throw new Error(`not within ${ENDED_WITHIN_MS / 1000} s: Boreal ends; it wrote:\n${written.stdout}\n${written.stderr}`);
    return exit;
  };
  const siteUrl = environment['SITE_URL'] ?? `http://localhost:${port}`;
  return {
    port,
    siteUrl,
    baseUrl: `http://localhost:${port}/api`,
    pid: child.pid ?? 0,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    exited,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended();
    },
  };
}

/** Waits until the process says that it runs. @throws when it ends before, with its output */
export async function untilReady(boreal: BorealProcess): Promise<BorealProcess> {
  const ended = boreal.exited.then(() => true);
  const limit = performance.now() + READY_WITHIN_MS;
  while (!boreal.stdout().includes('Boreal is running')) {
    if (await Promise.race([ended, sleep(20, false)])) {
      throw new Error(`Boreal ended before it ran:\n${boreal.stdout()}\n${boreal.stderr()}`);
    }
    if (performance.now() > limit)
      throw new Error(`not within ${READY_WITHIN_MS / 1000} s: Boreal runs; it wrote:\n${boreal.stdout()}\n${boreal.stderr()}`);
  }
  return boreal;
}

/** What every program needs, where Node keeps it compiled, and nothing that configures Boreal. */
export function bareEnvironment(): Environment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'USER', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/**
 * A port that nobody has, below those that the system gives to connections. Whoever is given it listens later and may end
 * and start again: until this process ends, no other test of this machine is given the same.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    // A name that only Linux has, and that goes with its process; elsewhere chance must do.
    if (process.platform === 'linux' && (await listening(`\0boreal-test-port-${port}`)) === null) continue;
    const server = await listening(port);
    if (server === null) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A server that listens there and keeps no process from ending; null when somebody else does. */
async function listening(where: number | string): Promise<Server | null> {
  const server = createServer().unref().listen(where);
  return new Promise((resolve) => {
    server.once('listening', () => resolve(server));
    server.once('error', () => resolve(null));
  });
}

/**
 * Looks again and again until what is seen is as it should be, and answers it. Without `holds`, until it is seen at all.
 * @throws when it is not within the time, with what was seen last
 */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => T | Promise<T>,
  holds: (seen: T) => boolean = Boolean,
): Promise<T> {
  const limit = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > limit)
      throw new Error(`not within ${withinMs / 1000} s: ${what}; seen: ${inspect(seen, { breakLength: Infinity, depth: 4 })}`);
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

/**
 * A test that is broken off leaves no Boreal behind: each is asked to end, and takes its Postgres with it. Whoever listens to a signal
 * already has more to tidy up, and ends us after that.
 */
function endWithUs(child: ChildProcess): void {
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const one of alive) one.kill('SIGTERM');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(1));
}
