import { BackupError } from './backup-error.ts';

/** A file of the name was there when ours was whole; it was left as it is. */
export class AlreadyStored extends BackupError {}

/** A file as it is stored. */
export interface StoredFile {
  /** Without its folder. */
  readonly name: string;
  /** When it was stored, by the storage's own clock. */
  readonly at: Date;
}

/** `new`: only where nothing has the name yet. */
export type WriteWhere = 'anywhere' | 'new';

/**
 * Where the files of backups are: a folder, or a bucket. A path has `/` between its parts and begins with none. What any of these throws
 * has a sentence for the operator.
 */
export interface BackupStorage {
  /** What people call it: `/var/backups/boreal`, `s3://bucket/boreal`. */
  readonly name: string;
  /** What is directly in a folder, in the order of names; '' is the top. One that does not exist is empty. */
  list(folder: string): Promise<{ readonly folders: readonly string[]; readonly files: readonly StoredFile[] }>;
  has(path: string): Promise<boolean>;
  /** Its contents. They throw where it does not exist, and where they could not be read to their end. */
  read(path: string): AsyncIterable<Buffer>;
  /**
   * Stores a file whole or not at all, and so that it stays. One that is there is replaced or, where only a new one is wanted, stays as it is,
   * however closely two writers meet. Answers how many bytes it has. @throws AlreadyStored
   */
  write(path: string, source: AsyncIterable<Buffer>, signal?: AbortSignal, where?: WriteWhere): Promise<number>;
  /** One that does not exist is removed already. */
  remove(path: string): Promise<void>;
  /** Removes what is left in a folder of files whose writing began before a moment, and was never ended: their writer was killed. */
  sweep(folder: string, before: Date): Promise<void>;
  /** Makes the place if it can be made, and tries to write there. */
  requireWritable(): Promise<void>;
}
