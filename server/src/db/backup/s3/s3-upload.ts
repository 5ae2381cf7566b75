import { BackupError } from '../backup-error.ts';
import { AlreadyStored, type WriteWhere } from '../backup-storage.ts';
import { bodyOf, PATIENT_TRIES, type S3Client, type S3Request } from './s3-client.ts';
import { S3Error } from './s3-error.ts';
import { inParts, type S3Part } from './s3-parts.ts';
import { escaped, textOf } from './s3-xml.ts';

/** S3's limit: an upload has no more parts. */
const PARTS_MAX = 10_000;
/** All parts except the last have the same size, as some services require. With the most parts: 335 GB, compressed. */
export const PART_BYTES = 32 * 1024 * 1024;

interface Upload {
  readonly path: string;
  readonly uploadId: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Stores the incoming bytes part by part, under a name that shows nothing until all are there. An interrupted upload is aborted. Returns
 * the number of bytes. @throws BackupError it is too large · S3Error · what the source throws
 */
export async function uploadWhole(
  client: S3Client,
  of: {
    path: string;
    source: AsyncIterable<Buffer>;
    signal: AbortSignal | undefined;
    partBytes: number;
    where: WriteWhere | undefined;
  },
): Promise<number> {
  const { path, signal } = of;
  let begun: { readonly upload: Upload; readonly etags: string[]; bytes: number } | null = null;
  try {
    for await (const part of inParts(of.source, of.partBytes)) {
      signal?.throwIfAborted();
      if (begun === null && part.isLast) {
        await named(client, { method: 'PUT', path, body: part, signal }, of.where);
        return part.bytes;
      }
      begun ??= { upload: { path, signal, uploadId: await begin(client, { path, signal }) }, etags: [], bytes: 0 };
      if (begun.etags.length === PARTS_MAX)
        throw new BackupError(`The copy is too large for a bucket: more than ${(PARTS_MAX * of.partBytes) / 1e9} GB.`);
      begun.etags.push(await sendPart(client, { ...begun.upload, part, number: begun.etags.length + 1 }));
      begun.bytes += part.bytes;
    }
    if (begun === null) throw new BackupError('There was nothing to store.');
    await join(client, begun, of.where);
    return begun.bytes;
  } catch (error) {
    // An upload's parts are invisible but cost money. If aborting fails, they are swept later.
    if (begun !== null) await abortUpload(client, begun.upload).catch(() => undefined);
    throw error;
  }
}

/**
 * The request that gives an object its name. Some services check whether the name is taken only for a single-piece upload; no log segment
 * needs more. @throws AlreadyStored only a new one was wanted, and there is one
 */
async function named(client: S3Client, request: S3Request, where: WriteWhere | undefined): Promise<void> {
  if (where !== 'new') return void (await client.ask(request));
  try {
    await client.ask({ ...request, headers: { ...request.headers, 'if-none-match': '*' } });
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    // 409: another writer is about to create that name, and one of the two will succeed.
    if (error.status === 412 || (error.status === 409 && error.code === 'ConditionalRequestConflict'))
      throw new AlreadyStored(`${request.path} is stored already.`, { cause: error });
    // Services without conditional writes: there the earlier check must do.
    if (error.status !== 501) throw error;
    await client.ask(request);
  }
}

async function begin(client: S3Client, { path, signal }: Omit<Upload, 'uploadId'>): Promise<string> {
  const { body } = await client.ask({ method: 'POST', path, query: { uploads: '' }, signal });
  const uploadId = textOf(body, 'UploadId');
  if (uploadId === null) throw new BackupError('The bucket did not begin an upload: its answer has no id.');
  return uploadId;
}

async function sendPart(client: S3Client, of: Upload & { part: S3Part; number: number }): Promise<string> {
  const { path, uploadId, part, number, signal } = of;
  const query = { partNumber: String(number), uploadId };
  const { headers } = await client.ask({ method: 'PUT', path, query, body: part, tries: PATIENT_TRIES, signal });
  return headers['etag'] ?? '';
}

async function join(
  client: S3Client,
  of: { upload: Upload; etags: readonly string[]; bytes: number },
  where: WriteWhere | undefined,
): Promise<void> {
  const { path, uploadId, signal } = of.upload;
  const parts = of.etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`);
  const body = bodyOf([Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)]);
  try {
    // The other side takes minutes to join the parts of a large upload.
    await named(client, { method: 'POST', path, query: { uploadId }, body, tries: PATIENT_TRIES, isLong: true, signal }, where);
  } catch (error) {
    // It was already joined, and the answer was lost: the upload no longer exists, but the object does.
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error;
    const { headers } = await client.ask({ method: 'HEAD', path, signal });
    if (Number(headers['content-length']) !== of.bytes) throw error;
  }
}

/** Runs even after a request to stop. */
export async function abortUpload(client: S3Client, { path, uploadId }: Pick<Upload, 'path' | 'uploadId'>): Promise<void> {
  try {
    await client.ask({ method: 'DELETE', path, query: { uploadId } });
  } catch (error) {
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error;
  }
}
