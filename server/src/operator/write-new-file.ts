import { open, rm, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../db/postgres-errors.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Writes, atomically, a file that nobody else on this machine may read; an existing one is not overwritten. Returns its path: the package's
 * command runs in its own folder, whatever folder the operator who typed a bare name is in.
 */
export async function writeNewFile(name: string, chunks: AsyncIterable<string> | Iterable<Uint8Array>): Promise<string> {
  const path = resolve(name);
  const file = await newFile(path);
  try {
    await pipeline(Readable.from(chunks), file.createWriteStream());
  } catch (error) {
    // A partial file is useless.
    await rm(path, { force: true });
    throw error;
  }
  return path;
}

async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new OperatorError(`${path} exists. Name a file that does not, or remove it first.`, { cause: error });
    throw new OperatorError(`${path} cannot be written. Name a file in a folder that you may write to.`, { cause: error });
  }
}
