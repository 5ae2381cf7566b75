import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { BackupStorage, WriteWhere } from './backup-storage.ts';

/** A backup's file as it is stored: compressed, then encrypted, readable only under its own name. */
export interface Seal {
  /** 32 bytes; see `backupKey`. */
  readonly key: Buffer;
  /** The file's identity: a file put in another's place cannot be opened. */
  readonly name: string;
}

/** Where a sealed file is. */
export interface SealedAt {
  readonly storage: BackupStorage;
  readonly path: string;
}

const MAGIC = Buffer.from('boreal-sealed-1\n');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const ALGORITHM = 'aes-256-gcm';

/** Stores the bytes of `source`, sealed and atomically. Returns the stored size in bytes. @throws AlreadyStored */
export async function writeSealed(
  { storage, path }: SealedAt,
  source: AsyncIterable<Buffer>,
  seal: Seal,
  signal?: AbortSignal,
  where?: WriteWhere,
): Promise<number> {
  const zipped = createGzip({ level: 1 });
  // If the source fails, the storage sees the failure as the end of its input.
  const zipping = pipeline(source, zipped).catch(() => undefined);
  try {
    return await storage.write(path, sealed(zipped, seal), signal, where);
  } finally {
    zipped.destroy();
    await zipping;
  }
}

/** Passes the contents of a sealed file to `take`. @throws BackupError another key, another file's name, or damaged */
export async function readSealed<T>(
  { storage, path }: SealedAt,
  seal: Seal,
  take: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const name = `${storage.name}/${path}`;
  let taken: { readonly value: T } | null = null;
  await pipeline(
    storage.read(path),
    (chunks: AsyncIterable<Buffer>) => opened(chunks, { ...seal, path: name }),
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      taken = { value: await take(chunks) };
    },
  );
  return requireTaken<T>(taken, name);
}

function requireTaken<T>(taken: { readonly value: T } | null, path: string): T {
  if (taken === null) throw new BackupError(`${path} was not read to its end.`);
  return taken.value;
}

/** Each chunk's nonce is its number, and the last one is marked: no chunk can be omitted, repeated, moved or cut off. */
async function* sealed(source: AsyncIterable<Buffer>, { key, name }: Seal): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = fileKey(key, salt, name);
  yield Buffer.concat([MAGIC, salt]);
  let n = 0;
  for await (const { chunk, isLast } of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, own, nonce(n, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    n += 1;
  }
}

async function* opened(source: AsyncIterable<Buffer>, { path, key, name }: Seal & { path: string }): AsyncGenerator<Buffer> {
  const headBytes = MAGIC.length + SALT_BYTES;
  let own: Buffer | null = null;
  let n = 0;
  for await (const { chunk, isLast } of inChunks(
    afterHead(source, headBytes, (head) => (own = keyOf(head))),
    CHUNK_BYTES + TAG_BYTES,
  )) {
    if (own === null || chunk.length < TAG_BYTES) throw damaged(path);
    const decipher = createDecipheriv(ALGORITHM, own, nonce(n, isLast));
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    n += 1;
    try {
      yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw damaged(path, cause);
    }
  }

  function keyOf(head: Buffer): Buffer {
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(path);
    return fileKey(key, head.subarray(MAGIC.length), name);
  }
}

/** The bytes after the head, which is emitted once. */
async function* afterHead(source: AsyncIterable<Buffer>, headBytes: number, take: (head: Buffer) => void): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const part of source) {
    if (head === null) {
      yield part;
      continue;
    }
    head = Buffer.concat([head, part]);
    if (head.length < headBytes) continue;
    take(head.subarray(0, headBytes));
    yield head.subarray(headBytes);
    head = null;
  }
}

/** Chunks of one size, except the last, which may be shorter or empty. */
async function* inChunks(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const part of source) {
    parts.push(part);
    held += part.length;
    // Strictly more than a chunk, so that the rest at the end is the last one.
    while (held > bytes) {
      const all = Buffer.concat(parts);
      yield { chunk: all.subarray(0, bytes), isLast: false };
      parts = [all.subarray(bytes)];
      held -= bytes;
    }
  }
  yield { chunk: Buffer.concat(parts), isLast: true };
}

function fileKey(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `boreal backup ${name}`, 32));
}

function nonce(n: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(n), 3);
  bytes.writeUInt8(isLast ? 1 : 0, 11);
  return bytes;
}

function damaged(path: string, cause?: unknown): BackupError {
  return new BackupError(`${path} cannot be opened: it is damaged, or was made with another key (BOREAL_BACKUP_KEY).`, { cause });
}
