import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 30_000;
const LOG_KEPT = 4000;

/** A server in its own process, on the loopback interface. */
export interface Child {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Its last terminal output. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Starts a file of the repository as a server and waits until `ready` answers 200. It gets a free port in BENCH_PORT and
 * BOREAL_PORT. BENCH_NODE_OPTIONS are options for Node, such as --cpu-prof.
 */
export async function startChild(input: {
  name: string;
  file: string;
  ready: string;
  env: Readonly<Record<string, string>>;
}): Promise<Child> {
  const { name, file, ready, env } = input;
  const port = await freePort();
  const options = (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((option) => option !== '');
  const child = spawn(process.execPath, [...options, fileURLToPath(new URL(`../${file}`, import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      BENCH_PORT: String(port),
      BOREAL_PORT: String(port),
      BOREAL_HOST: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written = (written + text).slice(-LOG_KEPT);
    });
  }
  const ended = once(child, 'exit');
  const killOnExit = () => child.kill('SIGKILL');
  process.on('exit', killOnExit);
  const stop = async () => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    if (child.exitCode === null && child.signalCode === null) await ended;
    clearTimeout(forced);
    process.off('exit', killOnExit);
  };
  const server = { name, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, log: () => written, stop };
  try {
    await waitUntilReady(server, { path: ready, gone: () => child.exitCode !== null || child.signalCode !== null });
  } catch (error) {
    await stop();
    throw error;
  }
  return server;
}

async function waitUntilReady(server: Child, probe: { path: string; gone: () => boolean }): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const status = await fetch(server.url + probe.path).then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 200) return;
    if (probe.gone() || performance.now() > deadline) throw new Error(`${server.name} does not start:\n${server.log()}`);
    await sleep(100);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const TICKS_PER_SECOND = 100;

/** Processor seconds that a process has used, all threads; null if there is no /proc. */
export function cpuSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
