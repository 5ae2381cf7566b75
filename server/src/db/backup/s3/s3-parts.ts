import { createHash } from 'node:crypto';
import type { S3Body } from './s3-client.ts';

/** A part of an upload. All parts have the same size, except the last. */
export interface S3Part extends S3Body {
  readonly bytes: number;
  readonly isLast: boolean;
}

/** Splits the incoming bytes into parts of one size, holding one at a time. Checksums are computed on the way. */
export async function* inParts(source: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<S3Part> {
  let part = draft();
  for await (const chunk of source) {
    let rest = chunk;
    while (rest.length > 0) {
      // A full part waits until more bytes arrive: otherwise it is the last.
      if (part.bytes === partBytes) {
        yield whole(part, false);
        part = draft();
      }
      const piece = rest.subarray(0, partBytes - part.bytes);
      part.pieces.push(piece);
      part.bytes += piece.length;
      part.sha256.update(piece);
      part.md5.update(piece);
      rest = rest.subarray(piece.length);
    }
  }
  yield whole(part, true);
}

function draft() {
  const pieces: Buffer[] = [];
  return { pieces, bytes: 0, sha256: createHash('sha256'), md5: createHash('md5') };
}

function whole({ pieces, bytes, sha256, md5 }: ReturnType<typeof draft>, isLast: boolean): S3Part {
  return { pieces, bytes, isLast, sha256: sha256.digest('hex'), md5: md5.digest('base64') };
}
