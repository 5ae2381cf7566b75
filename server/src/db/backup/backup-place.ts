import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../postgres-errors.ts';

/** Where the backups of a database are: a folder that should be on another machine's disk, and the key that they are encrypted with. */
export interface BackupPlace {
  readonly folder: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** What is known of a base backup without its key. */
const BaseBackup = z.object({
  /** When it began, to the millisecond: one that is asked for while another begins is another. Earlier ones have whole seconds. */
  id: z.string().regex(/^\d{8}T\d{6}(?:\d{3})?Z$/),
  /** Postgres' own name of the database: the write-ahead log of another does not fit. */
  systemIdentifier: z.string().regex(/^\d+$/),
  startedAt: z.iso.datetime().transform((text) => new Date(text)),
  finishedAt: z.iso.datetime().transform((text) => new Date(text)),
  /** The segments of the write-ahead log that it needs at least, from the first to the last. */
  firstWal: z.string(),
  lastWal: z.string(),
  postgresMajor: z.int(),
  storedBytes: z.int(),
});
export type BaseBackup = z.output<typeof BaseBackup>;

/** A segment of the write-ahead log, a line of it that began with a restore, or Postgres' note of where a backup began. */
export const WAL_NAME = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

const ENDING = '.sealed';

export function basePath(
  { folder }: Pick<BackupPlace, 'folder'>,
  { systemIdentifier, id }: Pick<BaseBackup, 'systemIdentifier' | 'id'>,
): string {
  return join(folder, systemIdentifier, 'base', `${id}${ENDING}`);
}

function manifestPath(
  { folder }: Pick<BackupPlace, 'folder'>,
  { systemIdentifier, id }: Pick<BaseBackup, 'systemIdentifier' | 'id'>,
): string {
  return join(folder, systemIdentifier, 'base', `${id}.json`);
}

export function walPath({ folder }: Pick<BackupPlace, 'folder'>, of: { systemIdentifier: string; name: string }): string {
  return join(folder, of.systemIdentifier, 'wal', `${of.name}${ENDING}`);
}

/** Written last: a base backup without one was broken off, and is none. */
export async function writeManifest(place: Pick<BackupPlace, 'folder'>, backup: BaseBackup): Promise<void> {
  const path = manifestPath(place, backup);
  await writeFile(`${path}.new`, `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** All base backups, the oldest first, of every database that has some here. */
export async function listBaseBackups({ folder }: Pick<BackupPlace, 'folder'>): Promise<readonly BaseBackup[]> {
  const found: BaseBackup[] = [];
  for (const systemIdentifier of await namesIn(folder)) {
    if (!/^\d+$/.test(systemIdentifier)) continue;
    const within = join(folder, systemIdentifier, 'base');
    for (const name of await namesIn(within)) {
      if (!name.endsWith('.json')) continue;
      const { data } = BaseBackup.safeParse(JSON.parse(await readFile(join(within, name), 'utf8')));
      if (data) found.push(data);
    }
  }
  return found.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
}

/** The segments of a database's log, in their order, with when each was stored. */
export async function listWal(
  { folder }: Pick<BackupPlace, 'folder'>,
  systemIdentifier: string,
): Promise<readonly { name: string; at: Date }[]> {
  const within = join(folder, systemIdentifier, 'wal');
  const names = (await namesIn(within)).filter((name) => name.endsWith(ENDING)).toSorted();
  const found = [];
  for (const name of names) {
    const seen = await stat(join(within, name)).catch(orGone);
    if (seen) found.push({ name: name.slice(0, -ENDING.length), at: seen.mtime });
  }
  return found.filter(({ name }) => WAL_NAME.test(name));
}

export async function hasWal(place: Pick<BackupPlace, 'folder'>, of: { systemIdentifier: string; name: string }): Promise<boolean> {
  return (await stat(walPath(place, of)).catch(orGone)) !== null;
}

/**
 * Removes base backups of a database from before `before`, but the newest of them, from which `before` itself can still be restored,
 * and the log that none of the rest needs. Answers the ids that it removed.
 */
export async function forgetOldBackups(
  place: Pick<BackupPlace, 'folder'>,
  of: { systemIdentifier: string; before: Date },
): Promise<readonly string[]> {
  const { systemIdentifier, before } = of;
  const all = (await listBaseBackups(place)).filter((backup) => backup.systemIdentifier === systemIdentifier);
  const old = all.filter(({ finishedAt }) => finishedAt < before).slice(0, -1);
  for (const backup of old) {
    // The manifest first: what has none is no backup.
    await rm(manifestPath(place, backup), { force: true });
    await rm(basePath(place, backup), { force: true });
  }
  const [oldest] = all.filter((backup) => !old.includes(backup));
  // The first eight letters are the line of the log, which a restore changes; the rest is the place in it, whatever the line.
  const placeIn = (name: string) => name.slice(8, 24);
  for (const { name } of oldest ? await listWal(place, systemIdentifier) : []) {
    if (!name.endsWith('.history') && oldest && placeIn(name) < placeIn(oldest.firstWal))
      await rm(walPath(place, { systemIdentifier, name }), { force: true });
  }
  return old.map(({ id }) => id);
}

/** Whether we may write there. @throws as the file system says */
export async function requireWritable({ folder }: Pick<BackupPlace, 'folder'>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const probe = join(folder, `.probe-${process.pid}`);
  await writeFile(probe, '', { mode: 0o600 });
  await rm(probe);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(orGone)) ?? [];
}

function orGone(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}
