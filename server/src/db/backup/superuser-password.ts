import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a base backup has the password that is beside the data directory: without it, nobody could connect to the restored one. */
export const SUPERUSER_PASSWORD = 'boreal-password';

const besides = (dataDir: string) => `${dataDir}.password`;

export function readKnownPassword(dataDir: string): Promise<string> {
  return readFile(besides(dataDir), 'utf8');
}

/** Puts it beside a restored data directory. */
export async function placePassword(dataDir: string): Promise<void> {
  const within = join(dataDir, SUPERUSER_PASSWORD);
  await writeFile(`${besides(dataDir)}.new`, await readFile(within, 'utf8'), { mode: 0o600, flush: true });
  await rename(`${besides(dataDir)}.new`, besides(dataDir));
  await rm(within);
}

/** The data directory has another name now. */
export async function movePassword(from: string, to: string): Promise<void> {
  await rename(besides(from), besides(to));
}
