import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** What a machine reports about itself; a test replaces it. */
export interface Machine {
  /** 24.21.0 */
  readonly node: string;
  /** Whether such a file exists, as far as we may see. */
  readonly isThere: (path: string) => boolean;
  /** The free space on the disk that contains `path`. */
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
