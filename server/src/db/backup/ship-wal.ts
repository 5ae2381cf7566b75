import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../postgres-errors.ts';
import { BackupError } from './backup-error.ts';
import { AlreadyStored } from './backup-storage.ts';
import { isSameEverywhere, isSegment, lineAfter, WAL_NAME, walPath, type BackupPlace } from './backup-place.ts';
import { readSealed, writeSealed, type SealedAt } from './sealed-file.ts';

/** Within the data directory, because Postgres may run as a user who can write nowhere else. */
const SPOOL = 'boreal-archive';

/**
 * Makes Postgres archive its write-ahead log: every segment when it is full, or 45 seconds after something was written to it. Including the
 * seconds until it is shipped, at most a minute's work can be lost with the machine. A segment is complete in the spool, and on disk,
 * before Postgres may reuse its space; it waits there however long the backups' storage is down.
 */
export const ARCHIVE_SETTINGS: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_timeout: '45s',
  archive_command: `mkdir -p ${SPOOL} && { test -f ${SPOOL}/%f || { cp %p ${SPOOL}/.%f && sync ${SPOOL}/.%f && mv ${SPOOL}/.%f ${SPOOL}/%f; }; }`,
};

/** The path of one of Boreal's own files, neither Postgres' nor a part of its log. */
export function spoolPath(dataDir: string, name: string): string {
  return join(dataDir, SPOOL, name);
}

/** Whether a path in a data directory is Boreal's own, and so no part of a base backup. */
export function isSpool(path: string): boolean {
  return path === SPOOL || path.startsWith(`${SPOOL}/`);
}

/** The files that Postgres has handed over and that are not stored yet. */
export async function waitingWal(dataDir: string): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, SPOOL)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => WAL_NAME.test(name)).toSorted();
}

/** When the waiting files were handed over, oldest first. */
export async function waitingSince(dataDir: string): Promise<readonly Date[]> {
  const times = [];
  for (const name of await waitingWal(dataDir)) {
    const seen = await stat(join(dataDir, SPOOL, name)).catch(() => null);
    if (seen) times.push(seen.mtime);
  }
  return times.toSorted((a, b) => a.getTime() - b.getTime());
}

/**
 * Stores what Postgres has handed over, in order, and empties the spool. Two may run at once, and an interrupted run is repeated: a segment
 * is the same whoever stores it, and so is a timeline's history file. A file that differs belongs to a copy of this database and is not
 * overwritten, even in a race: with both logs in one place, neither could be restored. Nor does it store what a database writes after it
 * was restored and now lives on elsewhere, such as that of a machine believed dead: its next copy would be the newest, and the log that
 * counts could not follow it. Each database has its own place, so that another's log never mixes with ours. Returns how many files it
 * stored. @throws BackupError
 */
export async function shipWal(of: {
  dataDir: string;
  place: BackupPlace;
  systemIdentifier: string;
  signal?: AbortSignal;
}): Promise<number> {
  const { dataDir, place, systemIdentifier, signal } = of;
  const { storage, key } = place;
  let shipped = 0;
  for (const name of await waitingWal(dataDir)) {
    const from = join(dataDir, SPOOL, name);
    try {
      const at = { storage, path: walPath({ systemIdentifier, name }) };
      if (isSegment(name)) await requireNewestLine({ storage, systemIdentifier, segment: name });
      if (isSameEverywhere(name)) await storeOnce(at, { key, name, from, signal });
      else await writeSealed(at, chunksOf(from), { key, name }, signal);
      await rm(from);
      shipped += 1;
    } catch (error) {
      // Another run has shipped it meanwhile.
      if (errorCode(error) !== 'ENOENT' || (await waitingWal(dataDir)).includes(name)) throw error;
    }
  }
  return shipped;
}

/** A restore begins the next timeline, and first of all stores its history file. @throws BackupError there is one */
async function requireNewestLine({
  storage,
  systemIdentifier,
  segment,
}: Pick<BackupPlace, 'storage'> & { systemIdentifier: string; segment: string }): Promise<void> {
  const next = walPath({ systemIdentifier, name: lineAfter(segment) });
  if (!(await storage.has(next))) return;
  throw new BackupError(
    `${storage.name}/${next} is stored: this database was restored, and lives on elsewhere. What this one writes is not stored, because no copy ` +
      `could be restored with it. If the other one lives on, end this Boreal. If not, move ${storage.name}/${systemIdentifier} aside and restart ` +
      'this one, which makes a new copy.',
  );
}

/**
 * Stores what must never be replaced by another database's file of the same name, even in a race. @throws BackupError another one has it
 */
async function storeOnce(at: SealedAt, of: { key: Buffer; name: string; from: string; signal: AbortSignal | undefined }): Promise<void> {
  const { from, signal, ...seal } = of;
  let found = await lookAt(at, of);
  if (found === 'none') {
    try {
      await writeSealed(at, chunksOf(from), seal, signal, 'new');
      return;
    } catch (error) {
      if (!(error instanceof AlreadyStored)) throw error;
      // Another has stored it meanwhile: a copy of this database, or this one, when an answer was lost.
      found = await lookAt(at, of);
    }
  }
  if (found !== 'ours') await writeSealed(at, chunksOf(from), seal, signal);
}

/**
 * What exists under its name: our own file, for example if the process was killed before the spool was emptied; an unreadable file; or
 * nothing. @throws BackupError another database's
 */
async function lookAt(
  at: SealedAt,
  { key, name, from }: { key: Buffer; name: string; from: string },
): Promise<'ours' | 'unreadable' | 'none'> {
  if (!(await at.storage.has(at.path))) return 'none';
  const stored = await readSealed(at, { key, name }, digestOf).catch((error: unknown) => {
    if (error instanceof BackupError) return null;
    throw error;
  });
  if (stored === null) return 'unreadable';
  if (stored === (await digestOf(chunksOf(from)))) return 'ours';
  const [system] = at.path.split('/');
  throw new BackupError(
    `${at.storage.name}/${at.path} is stored already, and is not ours: another Boreal on a copy of this database stores its log in the ` +
      `same place, or this disk was put back to an earlier state. Nothing was overwritten. Stop the other one, move ` +
      `${at.storage.name}/${system} aside, and restart this one, which makes a new copy.`,
  );
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: 1 << 20 });
}

async function digestOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
