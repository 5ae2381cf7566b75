import type { Config } from '../config.ts';
import { ClockBehind } from '../db/clock-behind.ts';
import { DatabaseIsNewer } from '../db/migrate.ts';
import { MigrationBlocked } from '../db/migration-locks.ts';
import { UnfitPostgres } from '../db/postgres-version.ts';
import { diskFull, EmbeddedPostgresError, errorCode, isDiskFull } from '../db/postgres-errors.ts';
import { StartRefused } from './start-refused.ts';

/** Errors of the system or Postgres about an address, a name or a password. */
const connectionProblems = new Set(
  'ECONNREFUSED ENOENT ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ECONNRESET EACCES 28P01 28000 3D000 53300 57P03'.split(' '),
);

/** Why a start failed, as a sentence if the reason is known and in full otherwise. */
export function startProblem(error: unknown, config: Config): string {
  if (isDiskFull(error)) {
    return config.databaseUrl === null
      ? diskFull(config.dataDir)
      : `There is no room left on a disk of Boreal or of its Postgres. Nothing is lost: make room, then start Boreal again.`;
  }
  if (
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseIsNewer ||
    error instanceof MigrationBlocked ||
    error instanceof UnfitPostgres ||
    error instanceof ClockBehind ||
    error instanceof StartRefused
  )
    return error.message;
  if (errorCode(error) === 'EADDRINUSE') {
    return `Port ${config.port} on ${config.host} is taken by another program. Stop it, or choose another port, such as BOREAL_PORT=8081.`;
  }
  if (errorCode(error) === 'EACCES') return `Port ${config.port} may not be opened by this user. Choose one above 1023 with BOREAL_PORT.`;
  if (config.databaseUrl !== null && connectionProblems.has(errorCode(error))) {
    return `No Postgres can be used at DATABASE_URL (${errorCode(error)}). Start it, or correct the address, the name and the password in it.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
