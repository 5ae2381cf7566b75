import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationResultSet } from 'kysely/migration';
import { indexMadeBeside, type MigrationFile } from './migration-files.ts';
import { errorCode } from './postgres-errors.ts';

/**
 * Everyone who needs a table waits behind a migration that waits for its lock. So a migration gives up after WAIT, and tries again, letting
 * others proceed, for some ten minutes.
 */
const WAIT = '2s';
const PAUSE_MS = 1000;
const TRIES = 200;
/** The lock was not available in time, or someone who waited for the migration held what it needed next. */
const GAVE_WAY: readonly string[] = ['55P03', '40P01'];

/** Another session holds locks that a migration needs, for longer than Boreal's own ever do. */
export class MigrationBlocked extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(
      `The database could not be brought up to date: ${name} waits for a table that another session keeps locked. Nothing of it was done. ` +
        'End that session and start again. In psql, the oldest are shown by: ' +
        'select pid, xact_start, query from pg_stat_activity order by xact_start limit 5',
      options,
    );
    this.name = 'MigrationBlocked';
  }
}

/** The migration's text with a lock timeout. A concurrently built index blocks nobody. */
export function givingWay(file: MigrationFile): string {
  return indexMadeBeside(file) === null ? `set local lock_timeout = '${WAIT}';\n${file.text}` : file.text;
}

/** Tries a migration until it gets the locks that it needs. @throws MigrationBlocked */
export async function untilUnlocked({ name }: MigrationFile, attempt: () => Promise<MigrationResultSet>): Promise<MigrationResultSet> {
  for (let tries = 1; ; tries += 1) {
    const results = await attempt();
    if (!GAVE_WAY.includes(errorCode(results.error))) return results;
    if (tries === TRIES) throw new MigrationBlocked(name, { cause: results.error });
    await sleep(PAUSE_MS);
  }
}
