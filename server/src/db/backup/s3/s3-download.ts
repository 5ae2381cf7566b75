import { PATIENT_TRIES, pause, type S3Client } from './s3-client.ts';
import { passes, silenceOf } from './s3-error.ts';

/** The bytes of an object. An interrupted download continues where it stopped, on the same object. @throws S3Error */
export async function* download(client: S3Client, path: string): AsyncGenerator<Buffer> {
  let etag: string | null = null;
  let read = 0;
  for (let tried = 1; ; tried += 1) {
    try {
      const headers = etag === null || read === 0 ? {} : { range: `bytes=${read}-`, 'if-match': etag };
      const answer = await client.open({ method: 'GET', path, headers });
      // Starting again from the beginning would yield the first bytes twice.
      if (read > 0 && answer.statusCode !== 206) throw silenceOf(client.settings, new Error('no part of an object can be had'));
      etag = answer.headers.etag ?? null;
      const whole = wholeBytes(answer.headers['content-range']) ?? Number(answer.headers['content-length']);
      try {
        for await (const chunk of answer) {
          read += chunk.length;
          tried = 0;
          yield chunk;
        }
      } catch (error) {
        throw silenceOf(client.settings, error);
      }
      if (read < whole) throw silenceOf(client.settings, new Error(`the answer ended after ${read} of ${whole} bytes`));
      return;
    } catch (error) {
      if (!passes(error) || tried >= PATIENT_TRIES) throw error;
      await pause(Math.max(1, tried), undefined);
    }
  }
}

/** `bytes 100-199/200` */
function wholeBytes(range: string | undefined): number | null {
  const [, bytes] = /\/(\d+)$/.exec(range ?? '') ?? [];
  return bytes === undefined ? null : Number(bytes);
}
