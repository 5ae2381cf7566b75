import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment, freePort, until } from './boreal-process.ts';

/** A Valkey or Redis server on loopback that keeps nothing on disk. */
export interface ValkeyServer {
  readonly url: string;
  /** It no longer answers, and connections to it stay open. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const PROGRAMS = ['valkey-server', 'redis-server'] as const;

/** @throws with a sentence when the machine has no such program */
export async function startValkey(): Promise<ValkeyServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'boreal-valkey-'));
  let child = await startOn(port, folder);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    restart: async () => {
      child = await startOn(port, folder);
    },
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startOn(port: number, folder: string): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  for (const program of PROGRAMS) {
    const child = spawn(program, args, { env: bareEnvironment(), stdio: 'ignore' });
    const started = await new Promise<boolean>((resolve) => {
      child.once('spawn', () => resolve(true));
      child.once('error', () => resolve(false));
    });
    if (!started) continue;
    await until(`${program} answers`, 20_000, () => answers(port));
    return child;
  }
  throw new Error('This test needs valkey-server or redis-server. Install one: apt-get install valkey-server (or redis-server).');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
