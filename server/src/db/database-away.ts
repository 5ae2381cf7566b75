import pg from 'pg';
import { DatabaseSilent } from './watched-client.ts';

/**
 * Classes and codes of Postgres errors that the request did not cause: no connection, no room (disk, memory, connections), shutting down or
 * starting, unreadable files, a time limit, a read-only database.
 */
const AWAY_STATES = /^(?:08|53|58|57P)|^(?:57014|55P03|25P03|25006)$/;
/** The system's errors about a connection. */
const AWAY_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** The library's own messages; it has no codes for them. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether the request did not cause a failure: the database cannot be reached, does not answer in time, or accepts no writes. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseSilent) return true;
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && typeof error.syscall === 'string') return AWAY_CALLS.has(error.syscall);
  return AWAY_WORDS.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause));
}
