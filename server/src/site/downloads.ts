import { PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program for customers' own machines: the same bytes from every Boreal of a version. */
export interface Download {
  readonly version: string;
  readonly sha256: string;
  /** The file itself, and its checksum in the format of `sha256sum -c`. */
  readonly files: readonly DownloadFile[];
}

export interface DownloadFile {
  readonly path: string;
  readonly body: Buffer;
  readonly type: string;
}

/** For each, the folder that it is built in and served under, its file, and the file's content type. */
const downloadable = {
  cli: { file: PROGRAM, type: 'text/plain; charset=utf-8' },
  sdk: { file: 'boreal-sdk.tgz', type: 'application/gzip' },
} as const;

/** What customers may download; null if it has not been built. */
export type Downloads = Readonly<Record<keyof typeof downloadable, Download | null>>;

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Reads the output of `scripts/build.mjs` into memory. */
export function readDownloads(): Downloads {
  return { cli: readDownload('cli'), sdk: readDownload('sdk') };
}

function readDownload(name: keyof typeof downloadable): Download | null {
  const folder = join(ROOT, name, 'dist');
  const { file, type } = downloadable[name];
  try {
    const sum = readFileSync(join(folder, `${file}.sha256`));
    return {
      version: readFileSync(join(folder, 'version'), 'utf8').trim(),
      sha256: sum.toString().split(' ')[0] ?? '',
      files: [
        { path: `/${name}/${file}`, body: readFileSync(join(folder, file)), type },
        { path: `/${name}/${file}.sha256`, body: sum, type: 'text/plain; charset=utf-8' },
      ],
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
