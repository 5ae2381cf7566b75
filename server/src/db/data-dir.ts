import { randomBytes } from 'node:crypto';
import { chmod, chown, lchown, mkdir, mkdtemp, open, readFile, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { EmbeddedPostgresError, errorCode } from './postgres-errors.ts';
import { runPostgres, type PostgresCommand } from './postgres-process.ts';
import type { PostgresUser } from './postgres-user.ts';

/** The role that owns everything in the embedded server. */
export const SUPERUSER = 'boreal';

export interface DataDirPlace {
  dataDir: string;
  user: PostgresUser | null;
  binaries: PostgresBinaries;
  /** A folder owned by Postgres' user, for a short-lived file. */
  scratchDir: string;
  /** Whether files must survive a power cut; false in tests. */
  durable: boolean;
}

/**
 * Prepares the data directory as a database of this Postgres, creating it the first time, and returns the password of SUPERUSER, stored in
 * `<dataDir>.password` (0600). Throws EmbeddedPostgresError if the folder contains something else.
 */
export async function prepareDataDir(place: DataDirPlace): Promise<string> {
  const holds = await look(place);
  if (holds === 'database' && place.user !== null) await giveTo(place.dataDir, place.user);
  const known = await readPassword(place.dataDir);
  const password = known ?? (await writeNewPassword(place.dataDir));
  if (holds === 'nothing') await createDatabaseFiles(place, password);
  else if (known === null) await resetPassword(place, password);
  return password;
}

async function look({ dataDir, binaries }: DataDirPlace): Promise<'nothing' | 'database'> {
  let entries;
  try {
    entries = await readdir(dataDir);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'nothing';
    throw unusable(
      `${dataDir} ${errorCode(error) === 'ENOTDIR' ? 'is not a folder' : 'cannot be read by this user'}. Choose another data directory.`,
      error,
    );
  }
  if (entries.length === 0) return 'nothing';
  if (!entries.includes('PG_VERSION') || !entries.includes('global')) {
    throw unusable(`${dataDir} holds files but no Postgres database. Choose an empty or a new data directory.`);
  }
  const version = Number((await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim());
  if (version !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      'other_version',
      `${dataDir} was made by Postgres ${version}, and this is Postgres ${binaries.majorVersion}. Dump it with the old version and load it with this one, or choose another data directory.`,
    );
  }
  return 'database';
}

/** Creates the database next to its final path and moves it there when complete, so that a half-made one is never used. */
async function createDatabaseFiles(place: DataDirPlace, password: string): Promise<void> {
  const drafts = `${place.dataDir}.new`;
  await rm(drafts, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(drafts, { mode: 0o700 });
  // A unique name, in case an initdb that survived a killed Boreal is still writing.
  const draft = await mkdtemp(join(drafts, 'try-'));
  if (place.user !== null) await chown(draft, place.user.uid, place.user.gid);
  // A file, because an argument would show the password in the list of processes.
  const passwordFile = join(place.scratchDir, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
  if (place.user !== null) await chown(passwordFile, place.user.uid, place.user.gid);
  await finish(place, {
    program: place.binaries.initdb,
    dataDir: draft,
    args: (dir) => [
      '-D',
      dir,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      ...(place.durable ? [] : ['--no-sync']),
    ],
  });
  await rm(passwordFile);
  await moveInto(draft, place.dataDir);
  await rm(drafts, { recursive: true, force: true });
}

async function moveInto(draft: string, dataDir: string): Promise<void> {
  try {
    await rmdir(dataDir).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    await rename(draft, dataDir);
  } catch (error) {
    throw unusable(
      `${dataDir} cannot be replaced, perhaps because a disk is mounted there. Mount the disk on ${dirname(dataDir)}, or choose a folder inside it.`,
      error,
    );
  }
  await sync(dirname(dataDir));
}

/** Postgres' single-user mode needs no password: the owner of the files may set a new one. */
async function resetPassword(place: DataDirPlace, password: string): Promise<void> {
  await finish(place, {
    program: place.binaries.postgres,
    dataDir: place.dataDir,
    input: `alter role ${SUPERUSER} password '${password}'\n`,
    args: (dir) => ['--single', '-D', dir, 'postgres'],
  });
}

async function finish(place: DataDirPlace, command: Omit<PostgresCommand, 'user'>): Promise<void> {
  const running = await runPostgres({ ...command, user: place.user });
  const { code, signal, lastLines } = await running.exited;
  if (code === 0) return;
  throw new EmbeddedPostgresError(
    'start_failed',
    `${command.program} failed on ${place.dataDir} (${signal ?? `exit code ${code}`}). Its last words:\n${lastLines.join('\n')}`,
  );
}

function passwordPath(dataDir: string): string {
  return `${dataDir}.password`;
}

async function readPassword(dataDir: string): Promise<string | null> {
  try {
    const text = (await readFile(passwordPath(dataDir), 'utf8')).trim();
    return /^[0-9a-f]{48}$/.test(text) ? text : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unusable(`${passwordPath(dataDir)} cannot be read by this user.`, error);
  }
}

/** Written atomically, so that a crash leaves no partial password behind. */
async function writeNewPassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const draft = `${passwordPath(dataDir)}.new`;
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  await sync(draft);
  await rename(draft, passwordPath(dataDir));
  return password;
}

/** Files that root copied or restored belong to root; Postgres refuses a directory that is not its user's. */
async function giveTo(dataDir: string, user: PostgresUser): Promise<void> {
  if ((await stat(dataDir)).uid === user.uid) return;
  for (const entry of await readdir(dataDir, { recursive: true })) await lchown(join(dataDir, entry), user.uid, user.gid);
  await chmod(dataDir, 0o700);
  await chown(dataDir, user.uid, user.gid);
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function unusable(message: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError('data_dir_unusable', message, { cause });
}
