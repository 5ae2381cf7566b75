import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a base backup stores the password that is beside the data directory: without it, nobody could connect to the restored database. */
export const SUPERUSER_PASSWORD = 'boreal-password';

const besides = (dataDir: string) => `${dataDir}.password`;

export function readKnownPassword(dataDir: string): Promise<string> {
  return readFile(besides(dataDir), 'utf8');
}

/** Puts the password beside a restored data directory. */
export async function placePassword(dataDir: string): Promise<void> {
  const within = join(dataDir, SUPERUSER_PASSWORD);
  await writeFile(`${besides(dataDir)}.new`, await readFile(within, 'utf8'), { mode: 0o600, flush: true });
  await rename(`${besides(dataDir)}.new`, besides(dataDir));
  await rm(within);
}

/** Moves the password when the data directory is renamed. */
export async function movePassword(from: string, to: string): Promise<void> {
  await rename(besides(from), besides(to));
}
