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
 * What makes Postgres hand over its write-ahead log: every segment when it is full, or 45 seconds after something was written in it.
 * With the seconds until it is shipped, no more than a minute's work can be lost with the machine. A segment is in the spool whole, and
 * on disk, before Postgres may use its place again; it waits there however long the backups' place is away.
 */
export const ARCHIVE_SETTINGS: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_timeout: '45s',
  archive_command: `mkdir -p ${SPOOL} && { test -f ${SPOOL}/%f || { cp %p ${SPOOL}/.%f && sync ${SPOOL}/.%f && mv ${SPOOL}/.%f ${SPOOL}/%f; }; }`,
};

/** Where a file of ours lies that is neither Postgres' nor a part of its log. */
export function spoolPath(dataDir: string, name: string): string {
  return join(dataDir, SPOOL, name);
}

/** What of a data directory is ours, and no part of a base backup. */
export function isSpool(path: string): boolean {
  return path === SPOOL || path.startsWith(`${SPOOL}/`);
}

/** What Postgres has handed over and is not stored yet. */
export async function waitingWal(dataDir: string): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, SPOOL)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => WAL_NAME.test(name)).toSorted();
}

/** When what waits was handed over, the oldest first. */
export async function waitingSince(dataDir: string): Promise<readonly Date[]> {
  const times = [];
  for (const name of await waitingWal(dataDir)) {
    const seen = await stat(join(dataDir, SPOOL, name)).catch(() => null);
    if (seen) times.push(seen.mtime);
  }
  return times.toSorted((a, b) => a.getTime() - b.getTime());
}

/**
 * Stores what Postgres has handed over, in its order, and empties the spool. Two may do so at once, and one that is broken off is
 * repeated: a segment is the same whoever stores it, and so is the note of where a line of the log begins. One that is not is of a copy
 * of this database, and is not overwritten, however closely the two come: both logs in one place could restore neither. Nor is what a
 * database writes that was restored meanwhile and lives on elsewhere, such as that of a machine that was believed dead: its next copy
 * would be the newest, and could not be followed by the log that counts. Each database has a place of its own, so that another's log
 * never meets ours. Answers how many it stored. @throws BackupError
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
      // Another has shipped it meanwhile.
      if (errorCode(error) !== 'ENOENT' || (await waitingWal(dataDir)).includes(name)) throw error;
    }
  }
  return shipped;
}

/** A restore begins the next line of the log, and its first deed is to store the note of it. @throws BackupError there is one */
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

/** Stores what must never be replaced by another's of its name, not even when both come at once. @throws BackupError another one has it */
async function storeOnce(at: SealedAt, of: { key: Buffer; name: string; from: string; signal: AbortSignal | undefined }): Promise<void> {
  const { from, signal, ...seal } = of;
  let found = await lookAt(at, of);
  if (found === 'none') {
    try {
      await writeSealed(at, chunksOf(from), seal, signal, 'new');
      return;
    } catch (error) {
      if (!(error instanceof AlreadyStored)) throw error;
      // Another has stored it meanwhile: a copy of this database, or we ourselves, when an answer was lost.
      found = await lookAt(at, of);
    }
  }
  if (found !== 'ours') await writeSealed(at, chunksOf(from), seal, signal);
}

/**
 * What is there under its name: ours, as when whoever stored it was killed before the spool was emptied, something that nobody can read, or
 * nothing. @throws BackupError another's
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
