import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Package = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+/) });

/** Which Boreal this is, by SemVer; CHANGELOG.md says what changed with it. */
export async function productVersion(): Promise<string> {
  return Package.parse(JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))).version;
}
