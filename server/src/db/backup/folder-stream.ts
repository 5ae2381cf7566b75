import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { z } from 'zod';
import { orGone } from '../postgres-errors.ts';
import { BackupError } from './backup-error.ts';

/** The format of a stream of files: each has a line that describes it, then its bytes in length-prefixed blocks, the last of length 0. */
const Entry = z.object({ path: z.string(), kind: z.enum(['folder', 'file']) });
type Entry = z.infer<typeof Entry>;

const LENGTH_BYTES = 4;

/**
 * A folder's files while others write to them: a file that disappears is omitted, and one that changes is as it was read. `skip`: what to
 * omit, by its path in the folder. `more`: files to append, requested once all others were read.
 */
export async function* packFolder(
  folder: string,
  { skip, more }: { skip: (path: string) => boolean; more: () => Promise<ReadonlyMap<string, string>> },
): AsyncGenerator<Buffer> {
  yield* packWithin(folder, '', skip);
  for (const [path, text] of await more()) {
    yield line({ path, kind: 'file' });
    if (text !== '') yield block(Buffer.from(text));
    yield END;
  }
}

async function* packWithin(folder: string, within: string, skip: (path: string) => boolean): AsyncGenerator<Buffer> {
  const entries = await readdir(join(folder, within), { withFileTypes: true }).catch(orGone);
  for (const entry of entries ?? []) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isDirectory()) {
      if (skip(path)) continue;
      yield line({ path, kind: 'folder' });
      yield* packWithin(folder, path, skip);
    } else if (entry.isFile() && !skip(path)) {
      yield* packFile(join(folder, path), path);
    }
  }
}

async function* packFile(from: string, path: string): AsyncGenerator<Buffer> {
  if ((await stat(from).catch(orGone)) === null) return;
  yield line({ path, kind: 'file' });
  try {
    for await (const part of createReadStream(from, { highWaterMark: 256 * 1024 })) yield block(part);
  } catch (error) {
    orGone(error);
  }
  yield END;
}

/** Creates the folder with all files of the stream. The folder must be empty. Returns their total size in bytes. */
export async function unpackFolder(chunks: AsyncIterable<Buffer>, folder: string): Promise<number> {
  const read = reader(chunks);
  let bytes = 0;
  for (;;) {
    const about = await read.block();
    if (about === null) return bytes;
    const { path, kind } = Entry.parse(JSON.parse(about.toString()));
    const to = join(folder, safe(path));
    if (kind === 'folder') {
      await mkdir(to, { recursive: true, mode: 0o700 });
      continue;
    }
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    bytes += await unpackFile(read, await open(to, 'wx', 0o600));
  }
}

async function unpackFile(read: ReturnType<typeof reader>, file: FileHandle): Promise<number> {
  let bytes = 0;
  try {
    for (;;) {
      const part = await read.block();
      if (part === null) throw new BackupError('The backup ends in the middle of a file.');
      if (part.length === 0) break;
      await file.writeFile(part);
      bytes += part.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return bytes;
}

/** Someone who has the key must still not be able to write outside the folder. */
function safe(path: string): string {
  const plain = normalize(path);
  if (plain.startsWith('..') || plain.startsWith('/')) throw new BackupError(`The backup names a file outside of its folder: ${path}`);
  return plain;
}

function line(entry: Entry): Buffer {
  return block(Buffer.from(JSON.stringify(entry)));
}

function block(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const END = block(Buffer.alloc(0));

/** Reads block by block; null at the end of the stream. */
function reader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const take = async (bytes: number): Promise<Buffer | null> => {
    const parts = [held];
    let length = held.length;
    while (length < bytes) {
      const next = await source.next();
      if (next.done) {
        if (length === 0) return null;
        throw new BackupError('The backup ends too early.');
      }
      parts.push(next.value);
      length += next.value.length;
    }
    const all = Buffer.concat(parts);
    held = all.subarray(bytes);
    return all.subarray(0, bytes);
  };
  return {
    async block(): Promise<Buffer | null> {
      const length = await take(LENGTH_BYTES);
      if (length === null) return null;
      const bytes = length.readUInt32BE();
      return bytes === 0 ? Buffer.alloc(0) : ((await take(bytes)) ?? Buffer.alloc(0));
    },
  };
}
