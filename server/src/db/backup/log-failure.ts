import { rename, rm, writeFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode } from '../postgres-errors.ts';
import { spoolPath } from './ship-wal.ts';

const LogFailure = z.object({
  /** Since when it has failed for this reason. */
  since: z.iso.datetime().transform((text) => new Date(text)),
  /** What happened and what to do, for the operator. */
  why: z.string(),
});
export type LogFailure = z.output<typeof LogFailure>;

/** In the spool: whoever reads it, such as `boreal doctor`, is another process than the one that failed. */
const fileIn = (dataDir: string) => spoolPath(dataDir, 'failure.json');

/** Why the log could not be stored at the last attempt; null: it could, or nothing was attempted yet. */
export async function readLogFailure(dataDir: string): Promise<LogFailure | null> {
  try {
    return LogFailure.safeParse(JSON.parse(await readFile(fileIn(dataDir), 'utf8'))).data ?? null;
  } catch (error) {
    // It was half written when the disk filled up.
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes atomically. On a full disk no note is kept. */
export async function noteLogFailure(dataDir: string, { since, why }: LogFailure): Promise<void> {
  const path = fileIn(dataDir);
  await writeFile(`${path}.draft`, `${JSON.stringify({ since, why })}\n`, { mode: 0o600 })
    .then(() => rename(`${path}.draft`, path))
    .catch(() => undefined);
}

export async function forgetLogFailure(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true }).catch(() => undefined);
}
