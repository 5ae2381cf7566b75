/** Why an embedded Postgres could not start; the message is a sentence for the operator. */
export type EmbeddedPostgresFailure = 'data_dir_in_use' | 'data_dir_unusable' | 'other_version' | 'no_binaries' | 'start_failed';

export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresFailure;

  constructor(code: EmbeddedPostgresFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** Another living Boreal holds the data directory. */
export class DataDirInUse extends EmbeddedPostgresError {
  /** The holder's process id in its own container; null for the instant before it has written it. */
  readonly pid: number | null;

  constructor(dataDir: string, pid: number | null) {
    const holder = pid === null ? 'Another Boreal' : `Another Boreal (process ${pid})`;
    super('data_dir_in_use', `${holder} is using ${dataDir}. Stop it first, or give this one another data directory.`);
    this.name = 'DataDirInUse';
    this.pid = pid;
  }
}

/** The `code` of a system or Postgres error ("ENOENT", "57P03"), or an empty text. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** For a file that need not be there. */
export function orGone(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

/** From the system: no space, or quota exceeded. From Postgres: the same, in its codes. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether something failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (DISK_FULL.has(errorCode(error))) return true;
  if (!(error instanceof Error)) return false;
  return /No space left on device|Disk quota exceeded/.test(error.message) || (error.cause !== undefined && isDiskFull(error.cause));
}

export function diskFull(path: string): string {
  return `There is no room left on the disk of ${path}. Nothing is lost: make room, then start Boreal again.`;
}
