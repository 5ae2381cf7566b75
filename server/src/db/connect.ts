import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './rows.gen.ts';

export type Sql = Kysely<DB>;
export type Tx = Transaction<DB>;

/** A connection pool twice: `sql` for typed queries, `pool` for the named statements of hot paths. */
export interface Database {
  readonly pool: pg.Pool;
  readonly sql: Sql;
  close(): Promise<void>;
}

const INT8 = 20;

/** A pool for the job queue's library, which reads int8 as text and brings no types of ours. */
export function connectJobs(options: { url: string; max: number; onError?: (error: Error) => void }): pg.Pool {
  const pool = new pg.Pool({ connectionString: options.url, max: options.max, idleTimeoutMillis: 0 });
  keepErrorsHome(pool, options.onError);
  return pool;
}

/**
 * A connection that is lost while in use fails its query, which tells whoever asked; its own error event, with nobody
 * listening, would end the process. One that is lost while the pool closes is nobody's loss.
 */
function keepErrorsHome(pool: pg.Pool, onError: ((error: Error) => void) | undefined): void {
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => {
    if (!pool.ending) onError?.(error);
  });
}

/** Opens a pool on a Postgres URL. int8 arrives as bigint; connections keep their prepared statements. */
export function connect(options: { url: string; max?: number; onError?: (error: Error) => void }): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    // Dropping idle connections would drop their prepared statements every ten seconds.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 25_000,
    types: { getTypeParser: (oid, format) => (oid === INT8 && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format)) },
  });
  keepErrorsHome(pool, options.onError);
  const sql = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { pool, sql, close: () => sql.destroy() };
}
