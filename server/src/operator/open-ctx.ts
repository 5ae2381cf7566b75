import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { createCtx } from '../core/create-ctx.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { connect } from '../db/connect.ts';
import { errorCode } from '../db/postgres-errors.ts';
import { openProductClock } from '../db/product-clock.ts';
import { createLog } from '../kit/log.ts';
import { OperatorError } from './operator-error.ts';

/** The file in which a Boreal with an embedded Postgres records its address. */
const DatabaseFile = z.object({ url: z.string().regex(/^postgres(ql)?:\/\//) });

const NOT_RUNNING = 'Boreal is not running here: start it with npm start, or set DATABASE_URL.';

/** Where the database is: Boreal's own Postgres has a new address at each start, DATABASE_URL is the operator's choice. */
interface Place {
  readonly url: string;
  readonly embedded: boolean;
}

/** Connects to the database of a running Boreal, using the product's clock and acting as the person at the keyboard. */
export async function openCtx(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'rules'>): Promise<Ctx> {
  const place = await findDatabase(config);
  const db = connect({ url: place.url, max: 2 });
  try {
    const clock = await openProductClock(db.sql);
    const actor = { type: 'operator', id: null, name: userName() } as const;
    return createCtx({ db, clock, log: createLog('warn'), door: 'operator', actor, rules: config.rules });
  } catch (error) {
    await db.close();
    throw unreachable(place, error);
  }
}

/** @throws OperatorError no Boreal with an embedded Postgres runs here */
export async function findDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Place> {
  if (databaseUrl !== null) return { url: databaseUrl, embedded: false };
  const path = join(dataDir, 'database.json');
  try {
    return { url: DatabaseFile.parse(JSON.parse(await readFile(path, 'utf8'))).url, embedded: true };
  } catch (error) {
    if (errorCode(error) === 'EACCES') {
      throw new OperatorError(`${path} cannot be read by this user. Run the command as the user that runs Boreal.`, { cause: error });
    }
    throw new OperatorError(NOT_RUNNING, { cause: error });
  }
}

const UNDEFINED_TABLE = '42P01';

function unreachable(place: Place, error: unknown): OperatorError {
  if (errorCode(error) === UNDEFINED_TABLE) {
    return new OperatorError(
      'The database does not hold a Boreal of this version. Boreal brings it up to date when it starts: start it with npm start.',
      { cause: error },
    );
  }
  // Postgres itself answered, so it runs: its own message best describes the refusal.
  if (error instanceof pg.DatabaseError) {
    const next = place.embedded ? 'Try again in a moment, or restart Boreal.' : 'Check DATABASE_URL.';
    return new OperatorError(`Postgres refuses the connection: ${error.message}. ${next}`, { cause: error });
  }
  if (place.embedded) return new OperatorError(NOT_RUNNING, { cause: error });
  return new OperatorError('No Postgres answers at DATABASE_URL. Check the address, and that Postgres is running.', { cause: error });
}

/** The system's name for this command's user; a user id without a name, as in some containers, is shown as a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
