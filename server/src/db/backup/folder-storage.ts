import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode, orGone } from '../postgres-errors.ts';
import { BackupError } from './backup-error.ts';
import { whyRefused } from './folder-refusals.rules.ts';
import { AlreadyStored, type BackupStorage, type StoredFile, type WriteWhere } from './backup-storage.ts';

/** A file that is being written: hidden, under a name that no other writer uses. */
const draftOf = (name: string) => `.${name}.${randomBytes(6).toString('hex')}`;
const IS_DRAFT = /^\..+\.[0-9a-f]{12}$/;

/** A folder, which should be on another machine's disk. Its contents survive a power cut. System errors become BackupError. */
export function folderStorage(folder: string): BackupStorage {
  const explained = (error: unknown): never => {
    const why = whyRefused(folder, errorCode(error));
    throw why === null ? error : new BackupError(why, { cause: error });
  };
  return {
    name: folder,
    async list(within) {
      const entries = (await readdir(join(folder, within), { withFileTypes: true }).catch(orGone).catch(explained)) ?? [];
      const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
      return {
        folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
        files: await withTimes(join(folder, within), names.toSorted()),
      };
    },
    has: async (path) => (await stat(join(folder, path)).catch(orGone)) !== null,
    read: (path) => createReadStream(join(folder, path), { highWaterMark: 64 * 1024 }),
    write: (path, source, signal, where) => writeWhole(join(folder, path), source, { signal, where }).catch(explained),
    remove: (path) => rm(join(folder, path), { force: true }),
    async sweep(within, before) {
      const names = (await readdir(join(folder, within)).catch(orGone)) ?? [];
      for (const { name, at } of await withTimes(
        join(folder, within),
        names.filter((name) => IS_DRAFT.test(name)),
      )) {
        if (at < before) await rm(join(folder, within, name), { force: true });
      }
    },
    async requireWritable() {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(explained);
      const probe = join(folder, draftOf('probe'));
      await writeFile(probe, '', { mode: 0o600 }).catch(explained);
      await rm(probe);
    },
  };
}

async function writeWhole(
  path: string,
  source: AsyncIterable<Buffer>,
  { signal, where }: { signal: AbortSignal | undefined; where: WriteWhere | undefined },
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), draftOf(basename(path)));
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(source, file, { ...(signal && { signal }) });
    if (where === 'new') await giveNewName(draft, path);
    else await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  return file.bytesWritten;
}

/** @throws AlreadyStored the name is taken */
async function giveNewName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') throw new AlreadyStored(`${path} is stored already.`, { cause: error });
    // File shares without hard links: there the earlier check must do.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
    return rename(draft, path);
  }
  await rm(draft, { force: true });
}

async function withTimes(folder: string, names: readonly string[]): Promise<StoredFile[]> {
  const found = [];
  for (const name of names) {
    const seen = await stat(join(folder, name)).catch(orGone);
    if (seen) found.push({ name, at: seen.mtime });
  }
  return found;
}

/** Makes the name survive a power cut, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
