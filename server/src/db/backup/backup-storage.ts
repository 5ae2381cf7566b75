import { BackupError } from './backup-error.ts';

/** A file of this name already existed when ours was complete; it was left unchanged. */
export class AlreadyStored extends BackupError {}

/** A file as it is stored. */
export interface StoredFile {
  /** Without its folder. */
  readonly name: string;
  /** When it was stored, by the storage's own clock. */
  readonly at: Date;
}

/** `new`: only if nothing has the name yet. */
export type WriteWhere = 'anywhere' | 'new';

/**
 * Where the backups' files are: a folder, or a bucket. A path has `/` between its parts but does not begin with one. Every error from here
 * has a message for the operator.
 */
export interface BackupStorage {
  /** Its name for people: `/var/backups/boreal`, `s3://bucket/boreal`. */
  readonly name: string;
  /** The direct contents of a folder, ordered by name; '' is the top. A folder that does not exist is empty. */
  list(folder: string): Promise<{ readonly folders: readonly string[]; readonly files: readonly StoredFile[] }>;
  has(path: string): Promise<boolean>;
  /** A file's contents. Throws if it does not exist or cannot be read to its end. */
  read(path: string): AsyncIterable<Buffer>;
  /**
   * Stores a file atomically and durably. An existing file is replaced or, with `new`, left unchanged, even if two writers race. Returns
   * its size in bytes. @throws AlreadyStored
   */
  write(path: string, source: AsyncIterable<Buffer>, signal?: AbortSignal, where?: WriteWhere): Promise<number>;
  /** A file that does not exist counts as removed. */
  remove(path: string): Promise<void>;
  /** Removes a folder's unfinished files whose writing began before a moment: their writer was killed. */
  sweep(folder: string, before: Date): Promise<void>;
  /** Creates the place if possible, and tries to write to it. */
  requireWritable(): Promise<void>;
}
