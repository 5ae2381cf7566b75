import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Package = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+/) });

/** The version of this Boreal, by SemVer; CHANGELOG.md lists its changes. */
export async function productVersion(): Promise<string> {
  return Package.parse(JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))).version;
}
