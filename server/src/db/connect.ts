import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { nameStatements } from './prepared.ts';
import type { DB } from './rows.gen.ts';
import { WatchedClient } from './watched-client.ts';

export type Sql = Kysely<DB>;
export type Tx = Transaction<DB>;

/** One connection pool in two forms: `sql` for typed queries, `pool` for the named statements of hot paths. */
export interface Database {
  readonly pool: pg.Pool;
  readonly sql: Sql;
  /** A pool of one connection to the same database, for work that needs longer limits; the caller closes it. */
  again(patience: Patience): Database;
  close(): Promise<void>;
}

const INT8 = 20;

/**
 * A pool for the job queue's library, which reads int8 as text and has no types for Boreal's tables. It does not wait for the disk: a job
 * is only a trigger, and one whose completion a crashed Postgres forgets runs again and finds nothing due.
 */
export function connectJobs(options: { url: string; max: number; onError?: (error: Error) => void }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    idleTimeoutMillis: 0,
    onConnect: async (client) => {
      await client.query('set synchronous_commit = off');
    },
  });
  keepErrorsHome(pool, options.onError);
  return pool;
}

/**
 * A connection lost while in use fails its query, which informs the caller; its own error event, without a listener, would end the process.
 * Losing one while the pool closes is harmless.
 */
function keepErrorsHome(pool: pg.Pool, onError: ((error: Error) => void) | undefined): void {
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => {
    if (!pool.ending) onError?.(error);
  });
}

/** How long to wait for a connection, and how long Postgres may take, in milliseconds. */
export interface Patience {
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  /** Between two statements of a transaction: only our own work happens there. */
  readonly idleInTransactionMs: number;
  /** After this, a completely silent Postgres counts as hung; longer than it needs to enforce the limits above. */
  readonly silenceMs: number;
}

/** For callers that wait for an answer. */
export const REQUEST_PATIENCE: Patience = {
  connectMs: 10 * SECOND_MS,
  statementMs: 15 * SECOND_MS,
  lockMs: 10 * SECOND_MS,
  idleInTransactionMs: 15 * SECOND_MS,
  silenceMs: 20 * SECOND_MS,
};

/** For the worker, whose statements may be about all servers at once. */
export const WORK_PATIENCE: Patience = {
  connectMs: 25 * SECOND_MS,
  statementMs: 10 * MINUTE_MS,
  lockMs: MINUTE_MS,
  idleInTransactionMs: 5 * MINUTE_MS,
  silenceMs: 11 * MINUTE_MS,
};

/** For the verification of the ledger, which reads every hour ever sold: years of a large fleet are hundreds of millions. */
export const PROOF_PATIENCE: Patience = {
  ...WORK_PATIENCE,
  statementMs: 5 * HOUR_MS,
  idleInTransactionMs: 5 * HOUR_MS,
  silenceMs: 5 * HOUR_MS + MINUTE_MS,
};

/**
 * Opens a pool on a Postgres URL. Without `patience` nothing is cancelled, however long it takes. int8 arrives as bigint; connections keep
 * their prepared statements.
 */
export function connect(options: { url: string; max?: number; patience?: Patience; onError?: (error: Error) => void }): Database {
  const { patience } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    // Dropping idle connections would drop their prepared statements every ten seconds.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: patience?.connectMs ?? 25_000,
    ...(patience && {
      Client: WatchedClient,
      statement_timeout: patience.statementMs,
      lock_timeout: patience.lockMs,
      idle_in_transaction_session_timeout: patience.idleInTransactionMs,
    }),
    onConnect: async (client) => {
      // Postgres' JIT compiles statements that look expensive, which takes longer than ours ever run.
      await client.query('set jit = off');
    },
    types: { getTypeParser: (oid, format) => (oid === INT8 && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format)) },
  });
  keepErrorsHome(pool, options.onError);
  pool.on('connect', nameStatements);
  if (patience) watch(pool, patience);
  const sql = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { pool, sql, again: (other) => connect({ ...options, max: 1, patience: other }), close: () => sql.destroy() };
}

/** A connection is watched only while it is in use: an idle one may be silent. */
function watch(pool: pg.Pool, { silenceMs }: Patience): void {
  pool.on('acquire', (client: unknown) => {
    if (client instanceof WatchedClient) client.expectWithin(silenceMs);
  });
  pool.on('release', (_error: unknown, client: unknown) => {
    if (client instanceof WatchedClient) client.expectWithin(0);
  });
}
