import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below it, compression saves less than its header costs. */
const WORTH_IT_BYTES = 1000;

/** Writes each file once more, compressed as far as it goes: that takes too long for a server that begins. */
export function compressed(): Plugin {
  return {
    name: 'boreal:compressed',
    apply: 'build',
    enforce: 'post',
    writeBundle: async ({ dir }, bundle) => {
      if (dir === undefined) return;
      const files = Object.values(bundle).map((file) => ({
        path: join(dir, file.fileName),
        bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      }));
      const worth = files.filter(({ path, bytes }) => /\.(js|css|svg)$/.test(path) && bytes.length >= WORTH_IT_BYTES);
      await Promise.all(
        worth.flatMap(({ path, bytes }) => [
          promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).then((made) =>
            writeFile(`${path}.br`, made),
          ),
          promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }).then((made) => writeFile(`${path}.gz`, made)),
        ]),
      );
    },
  };
}
