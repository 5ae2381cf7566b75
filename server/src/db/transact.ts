import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, Tx } from './connect.ts';

const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const ATTEMPTS = 4;

/**
 * Runs one READ COMMITTED transaction and commits it, or rolls back and throws. A transaction that Postgres aborted to end a
 * deadlock is run again, so `run` must have no effect outside the transaction.
 */
export function transact<T>(sql: Sql, run: (tx: Tx) => Promise<T>): Promise<T> {
  return untilNotBrokenOff(() => sql.transaction().setIsolationLevel('read committed').execute(run));
}

/**
 * The same for one statement by itself, if others lock several rows of its table: a statement that waits for a row is in a queue, and can
 * be part of a deadlock with those behind it though it holds no lock.
 */
export async function untilNotBrokenOff<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS || !brokenOff(error)) throw error;
      await sleep(attempt * 10);
    }
  }
}

function brokenOff(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === DEADLOCK_DETECTED || error.code === SERIALIZATION_FAILURE);
}

/** Whether this constraint rejected a row. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** Whether Postgres rejected the values themselves, because it cannot store them or they break a rule: a retry cannot help. */
export function refusesValues(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
