import { readFile, stat } from 'node:fs/promises';
import { EmbeddedPostgresError, errorCode } from './postgres-errors.ts';

/** A system user to run Postgres as. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/**
 * The user that Postgres must run as: null means "as we are". Postgres refuses root, so root picks the owner of an existing
 * database, then the system's `postgres`, then `nobody`.
 */
export async function choosePostgresUser(dataDir: string): Promise<PostgresUser | null> {
  if (process.getuid?.() !== 0) return null;
  return (await ownerOf(dataDir)) ?? (await systemUser('postgres')) ?? (await systemUser('nobody')) ?? noUser();
}

async function ownerOf(dataDir: string): Promise<PostgresUser | null> {
  try {
    const { uid, gid } = await stat(dataDir);
    return uid === 0 ? null : { uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function systemUser(name: string): Promise<PostgresUser | null> {
  const passwd = await readFile('/etc/passwd', 'utf8');
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name);
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return uid > 0 && Number.isInteger(gid) ? { uid, gid } : null;
}

function noUser(): never {
  throw new EmbeddedPostgresError(
    'start_failed',
    'Postgres refuses to run as root and this system has no user "postgres" or "nobody". Run Boreal as an ordinary user, or set DATABASE_URL.',
  );
}
