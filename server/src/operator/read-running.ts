import type { Config } from '../config.ts';
import { readSystemIdentifier } from '../db/backup/system-identifier.ts';
import { findDatabase } from './open-ctx.ts';

/** Postgres' own identifier of the database of the Boreal that runs here; undefined if none does. */
export async function readRunning(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string | undefined> {
  try {
    return await readSystemIdentifier((await findDatabase(config)).url);
  } catch {
    return undefined;
  }
}
