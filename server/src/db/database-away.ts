import pg from 'pg';
import { DatabaseSilent } from './watched-client.ts';

/**
 * Classes and codes of Postgres that say nothing about what was asked: no connection, no room (disk, memory, connections),
 * shutting down or starting, files that cannot be read, a limit of time, a database that may only be read.
 */
const AWAY_STATES = /^(?:08|53|58|57P)|^(?:57014|55P03|25P03|25006)$/;
/** What the system says of a connection. */
const AWAY_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** The library's own words; it has no codes for them. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether a failure is none of the request's: the database cannot be reached, does not answer in time, or takes no writes. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseSilent) return true;
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && typeof error.syscall === 'string') return AWAY_CALLS.has(error.syscall);
  return AWAY_WORDS.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause));
}
