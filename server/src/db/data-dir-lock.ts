import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DataDirInUse, diskFull, EmbeddedPostgresError, isDiskFull } from './postgres-errors.ts';

/** Held until `release`, or until the process ends for any reason. */
export interface DataDirLock {
  release(): void;
}

/**
 * Locks the data directory for this process; the lock file is `<dataDir>.lock`. Throws DataDirInUse while another holder lives, in this
 * process or another.
 *
 * Node has no flock, but SQLite, which is part of Node, locks its file through the kernel. The kernel releases the lock at once when the
 * holder is killed, cannot be fooled by a reused process id, and also separates two containers that share a volume. A lock file with pids
 * or a listening socket gives at most two of the three. The reserved lock of BEGIN IMMEDIATE keeps other writers out and lets them read who
 * holds it.
 *
 * Never open the lock file otherwise in this process: closing a second descriptor would release the kernel's lock.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const path = `${dataDir}.lock`;
  const db = open(path);
  try {
    db.exec('PRAGMA busy_timeout = 200');
    db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid INTEGER); DELETE FROM holder');
    db.prepare('INSERT INTO holder VALUES (?)').run(process.pid);
    db.exec('COMMIT; BEGIN IMMEDIATE');
  } catch (error) {
    if (!isBusy(error)) throw unusable(path, error);
    const holder = readHolder(db);
    db.close();
    throw new DataDirInUse(dataDir, holder);
  }
  held.add(db);
  return {
    release: () => {
      if (held.delete(db)) db.close();
    },
  };
}

/** Without a reference the garbage collector would close the file, which would release the lock. */
const held = new Set<DatabaseSync>();

function open(path: string): DatabaseSync {
  try {
    const db = new DatabaseSync(path);
    // Anyone who can read the file could lock it, and so keep Boreal from starting.
    chmodSync(path, 0o600);
    return db;
  } catch (error) {
    throw unusable(path, error);
  }
}

function readHolder(db: DatabaseSync): number | null {
  try {
    const pid = db.prepare('SELECT pid FROM holder').get()?.['pid'];
    return typeof pid === 'number' ? pid : null;
  } catch {
    // The holder is writing its pid right now, or has made the file but not yet the table.
    return null;
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

const SQLITE_FULL = 13;

function unusable(path: string, cause: unknown): EmbeddedPostgresError {
  if (isDiskFull(cause) || (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_FULL)) {
    return new EmbeddedPostgresError('data_dir_unusable', diskFull(path), { cause });
  }
  return new EmbeddedPostgresError('data_dir_unusable', `The lock file ${path} cannot be opened and written by this user.`, { cause });
}
