import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './postgres-errors.ts';
import type { PostgresUser } from './postgres-user.ts';

export interface PostgresExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines of its log, oldest first. */
  lastLines: readonly string[];
}

/** `initdb` or `postgres`, running. */
export interface PostgresProcess {
  pid: number;
  exited: Promise<PostgresExit>;
}

export interface PostgresCommand {
  program: string;
  dataDir: string;
  /** The arguments, given the data directory's name as the program sees it. */
  args: (dataDir: string) => readonly string[];
  user: PostgresUser | null;
  /** Written to its standard input, which is closed otherwise. */
  input?: string | undefined;
  onLog?: ((line: string) => void) | undefined;
}

const LINES_KEPT = 20;

/** Runs a Postgres program on a data directory. Throws if it cannot even be started. */
export async function runPostgres(command: PostgresCommand): Promise<PostgresProcess> {
  const folder = openDataDir(command);
  try {
    const child = spawn(command.program, command.args(folder.name), {
      ...command.user,
      // The clone may be in a folder that this user cannot enter.
      cwd: '/',
      // None of our variables: they contain secrets, and PGPORT and the like would override the arguments.
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      // Its own process group, so that the terminal's Ctrl-C reaches only us and we stop it in order.
      detached: true,
      stdio: [command.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...folder.descriptors],
    });
    const lastLines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lastLines.push(line);
        if (lastLines.length > LINES_KEPT) lastLines.shift();
        command.onLog?.(line);
      });
    }
    const exited = watchExit(child, lastLines);
    const pid = await spawned(child, command.program);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(command.input);
    return { pid, exited };
  } finally {
    folder.close();
  }
}

/**
 * Root passes the open directory as descriptor 3: the link in /proc leads into it without access to any parent folder, so that a database
 * under /root works for a user who may not enter /root.
 */
function openDataDir(command: PostgresCommand): { name: string; descriptors: number[]; close(): void } {
  if (command.user === null || process.platform !== 'linux') {
    return { name: command.dataDir, descriptors: [], close: () => undefined };
  }
  const descriptor = openSync(command.dataDir, constants.O_RDONLY | constants.O_DIRECTORY);
  return { name: '/proc/self/fd/3', descriptors: [descriptor], close: () => closeSync(descriptor) };
}

function spawned(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new EmbeddedPostgresError('start_failed', `${program} could not be started.`, { cause })));
    child.once('spawn', () => {
      if (child.pid !== undefined) resolve(child.pid);
    });
  });
}

function watchExit(child: ChildProcess, lastLines: readonly string[]): Promise<PostgresExit> {
  return new Promise((resolve) => {
    const closed = new Promise<void>((done) => child.once('close', () => done()));
    child.once('exit', async (code, signal) => {
      // The last lines may still be in the pipe; a backend that outlives its postmaster keeps the pipe open.
      await Promise.race([closed, sleep(1000)]);
      resolve({ code, signal, lastLines });
    });
  });
}
