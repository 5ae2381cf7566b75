import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** What a machine says of itself to whoever asks; a test lets it say something else. */
export interface Machine {
  /** 24.21.0 */
  readonly node: string;
  /** Whether there is such a file, as far as we may see. */
  readonly isThere: (path: string) => boolean;
  /** What is left of the disk that holds `path`. */
  readonly diskOf: (path: string) => Promise<{ freeBytes: number; totalBytes: number }>;
}

export const thisMachine: Machine = {
  node: process.versions.node,
  isThere: existsSync,
  diskOf: async (path) => {
    const { bavail, blocks, bsize } = await statfs(path);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
};
