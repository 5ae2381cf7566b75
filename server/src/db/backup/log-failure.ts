import { rename, rm, writeFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode } from '../postgres-errors.ts';
import { spoolPath } from './ship-wal.ts';

const LogFailure = z.object({
  /** Since when it fails for this reason. */
  since: z.iso.datetime().transform((text) => new Date(text)),
  /** What happened and what to do, for the operator. */
  why: z.string(),
});
export type LogFailure = z.output<typeof LogFailure>;

/** Beside what waits: whoever asks for it, such as `boreal doctor`, is another process than the one that failed. */
const fileIn = (dataDir: string) => spoolPath(dataDir, 'failure.json');

/** Why the log that Postgres has handed over could not be stored when that was last tried; null: it could, or nobody has tried. */
export async function readLogFailure(dataDir: string): Promise<LogFailure | null> {
  try {
    return LogFailure.safeParse(JSON.parse(await readFile(fileIn(dataDir), 'utf8'))).data ?? null;
  } catch (error) {
    // Half of it was written when the disk became full.
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all. A disk that is full keeps no note of it. */
export async function noteLogFailure(dataDir: string, { since, why }: LogFailure): Promise<void> {
  const path = fileIn(dataDir);
  await writeFile(`${path}.draft`, `${JSON.stringify({ since, why })}\n`, { mode: 0o600 })
    .then(() => rename(`${path}.draft`, path))
    .catch(() => undefined);
}

export async function forgetLogFailure(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true }).catch(() => undefined);
}
