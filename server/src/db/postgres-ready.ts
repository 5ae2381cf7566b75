import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError, errorCode } from './postgres-errors.ts';
import type { PostgresExit } from './postgres-process.ts';

export interface PostgresConnection {
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** How long Postgres may take while silent, and while it reports crash recovery. */
const SILENT_MS = 30_000;
const RECOVERING_MS = 10 * 60_000;

const DATABASE_MISSING = '3D000';
const STARTING_UP = '57P03';
const NOT_YET = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', STARTING_UP];

/**
 * Returns once a connection to the database works, and creates the database if it is missing. A log line that says "ready" proves less.
 * Throws EmbeddedPostgresError if Postgres ends first or does not answer in time.
 */
export async function waitUntilReady(
  connection: PostgresConnection,
  exited: Promise<PostgresExit>,
  recoveringMs = RECOVERING_MS,
): Promise<void> {
  let exit: PostgresExit | undefined;
  void exited.then((value) => (exit = value));
  const begin = performance.now();
  for (let pauseMs = 10, limitMs = SILENT_MS; performance.now() - begin < limitMs; pauseMs = Math.min(pauseMs * 1.5, 250)) {
    const answer = await tryOnce(connection);
    if (answer === 'ready') return;
    if (exit !== undefined) throw endedEarly(exit);
    if (answer === STARTING_UP) limitMs = recoveringMs;
    await Promise.race([sleep(pauseMs), exited]);
  }
  throw new EmbeddedPostgresError('start_failed', 'Postgres runs but did not accept connections in time.');
}

export function connectionUrl({ user, password, host, port, database }: PostgresConnection): string {
  return `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}

async function tryOnce(connection: PostgresConnection): Promise<'ready' | string> {
  try {
    await query(connection, 'select 1');
    return 'ready';
  } catch (error) {
    const code = errorCode(error);
    if (code === DATABASE_MISSING) {
      await query({ ...connection, database: 'postgres' }, `create database ${connection.database}`);
      return 'ready';
    }
    if (NOT_YET.includes(code)) return code;
    // pg has no code for a socket that closed while connecting, which is how a dying Postgres appears.
    if (code === '') return 'no answer';
    throw new EmbeddedPostgresError('start_failed', 'Postgres started but refused our connection.', { cause: error });
  }
}

async function query(connection: PostgresConnection, text: string): Promise<void> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

function endedEarly({ code, signal, lastLines }: PostgresExit): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'start_failed',
    `Postgres ended while starting (${signal ?? `exit code ${code}`}). Its last words:\n${lastLines.join('\n')}`,
  );
}
