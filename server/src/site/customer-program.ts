import { PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The customers' program, which they download from here: the same bytes from every Boreal of a version. */
export interface CustomerProgram {
  readonly version: string;
  readonly sha256: string;
  readonly files: readonly { readonly path: string; readonly body: Buffer }[];
}

/** Where `scripts/build.mjs` puts it. */
const BUILT = fileURLToPath(new URL('../../../cli/dist', import.meta.url));

/** Reads it into memory; null when it has not been built. */
export function readCustomerProgram(folder: string = BUILT): CustomerProgram | null {
  try {
    const names = [PROGRAM, `${PROGRAM}.sha256`];
    const files = names.map((name) => ({ path: `/cli/${name}`, body: readFileSync(join(folder, name)) }));
    const sha256 = files[1]?.body.toString().split(' ')[0] ?? '';
    return { version: readFileSync(join(folder, 'version'), 'utf8').trim(), sha256, files };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
