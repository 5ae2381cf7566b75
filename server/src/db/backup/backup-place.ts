import { Readable } from 'node:stream';
import { z } from 'zod';
import type { BackupStorage, StoredFile } from './backup-storage.ts';

/** Where a database's backups are, and their encryption key. */
export interface BackupPlace {
  readonly storage: BackupStorage;
  /** 32 bytes. */
  readonly key: Buffer;
}

type Stored = Pick<BackupPlace, 'storage'>;

/** What can be known about a base backup without its key. */
const BaseBackup = z.object({
  /** When it began, to the millisecond, so that backups begun within the same second differ. Earlier versions used whole seconds. */
  id: z.string().regex(/^\d{8}T\d{6}(?:\d{3})?Z$/),
  /** Postgres' own identifier of the database: the write-ahead log of another database does not fit. */
  systemIdentifier: z.string().regex(/^\d+$/),
  startedAt: z.iso.datetime().transform((text) => new Date(text)),
  finishedAt: z.iso.datetime().transform((text) => new Date(text)),
  /** The first and last segments of the write-ahead log that it needs at least. */
  firstWal: z.string(),
  lastWal: z.string(),
  postgresMajor: z.int(),
  storedBytes: z.int(),
});
export type BaseBackup = z.output<typeof BaseBackup>;

type Named = Pick<BaseBackup, 'systemIdentifier' | 'id'>;

/**
 * A segment of the write-ahead log, the history file of a timeline that began with a restore, or Postgres' note of where a backup began.
 */
export const WAL_NAME = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

export function isSegment(name: string): boolean {
  return /^[0-9A-F]{24}$/.test(name);
}

/** The timeline of a segment: its first eight letters. */
export function lineOf(segment: string): string {
  return segment.slice(0, 8);
}

/** The history file of the timeline after a segment's. */
export function lineAfter(segment: string): string {
  const line = (Number.parseInt(lineOf(segment), 16) + 1).toString(16).toUpperCase();
  return `${line.padStart(8, '0')}.history`;
}

/** Whether its content is the same whoever stores it: a log segment, or a timeline's history file. */
export function isSameEverywhere(name: string): boolean {
  return isSegment(name) || name.endsWith('.history');
}

const ENDING = '.sealed';
const MANIFEST_ENDING = '.json';

const baseFolder = (systemIdentifier: string) => `${systemIdentifier}/base`;
const walFolder = (systemIdentifier: string) => `${systemIdentifier}/wal`;

export function basePath({ systemIdentifier, id }: Named): string {
  return `${baseFolder(systemIdentifier)}/${id}${ENDING}`;
}

function manifestPath({ systemIdentifier, id }: Named): string {
  return `${baseFolder(systemIdentifier)}/${id}${MANIFEST_ENDING}`;
}

export function walPath({ systemIdentifier, name }: { systemIdentifier: string; name: string }): string {
  return `${walFolder(systemIdentifier)}/${name}${ENDING}`;
}

/** Written last: a base backup without a manifest was interrupted and does not count. */
export async function writeManifest({ storage }: Stored, backup: BaseBackup): Promise<void> {
  await storage.write(manifestPath(backup), Readable.from([Buffer.from(`${JSON.stringify(backup, null, 2)}\n`)]));
}

/** All base backups, oldest first, of every database that has some here. */
export async function listBaseBackups({ storage }: Stored): Promise<readonly BaseBackup[]> {
  const found: BaseBackup[] = [];
  for (const systemIdentifier of (await storage.list('')).folders) {
    if (!/^\d+$/.test(systemIdentifier)) continue;
    const within = baseFolder(systemIdentifier);
    for (const { name } of (await storage.list(within)).files) {
      if (!name.endsWith(MANIFEST_ENDING)) continue;
      const { data } = BaseBackup.safeParse(JSON.parse(await readText(storage, `${within}/${name}`)));
      if (data) found.push(data);
    }
  }
  return found.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
}

/** A database's log segments, in order, with the time each was stored. */
export async function listWal({ storage }: Stored, systemIdentifier: string): Promise<readonly StoredFile[]> {
  const { files } = await storage.list(walFolder(systemIdentifier));
  return files
    .filter(({ name }) => name.endsWith(ENDING))
    .map(({ name, at }) => ({ name: name.slice(0, -ENDING.length), at }))
    .filter(({ name }) => WAL_NAME.test(name));
}

export function hasWal({ storage }: Stored, of: { systemIdentifier: string; name: string }): Promise<boolean> {
  return storage.has(walPath(of));
}

/**
 * Removes a database's base backups from before `before`, except the newest of them, from which `before` itself can still be restored, and
 * the log that no remaining backup needs. Returns the ids of the removed backups.
 */
export async function forgetOldBackups(place: Stored, of: { systemIdentifier: string; before: Date }): Promise<readonly string[]> {
  const { storage } = place;
  const { systemIdentifier, before } = of;
  const all = (await listBaseBackups(place)).filter((backup) => backup.systemIdentifier === systemIdentifier);
  const old = all.filter(({ finishedAt }) => finishedAt < before).slice(0, -1);
  for (const backup of old) {
    // The manifest first: without one it is no backup.
    await storage.remove(manifestPath(backup));
    await storage.remove(basePath(backup));
  }
  const [oldest] = all.filter((backup) => !old.includes(backup));
  // The first eight letters are the timeline, which a restore changes; the rest is the position in the log, whatever the timeline.
  const placeIn = (name: string) => name.slice(8, 24);
  for (const { name } of oldest ? await listWal(place, systemIdentifier) : []) {
    if (!name.endsWith('.history') && oldest && placeIn(name) < placeIn(oldest.firstWal))
      await storage.remove(walPath({ systemIdentifier, name }));
  }
  return old.map(({ id }) => id);
}

/** Removes what killed writers left before `before`: incomplete files, and copies that never got their manifest. */
export async function sweepBrokenOff({ storage }: Stored, of: { systemIdentifier: string; before: Date }): Promise<void> {
  const { systemIdentifier, before } = of;
  const within = baseFolder(systemIdentifier);
  const { files } = await storage.list(within);
  const whole = new Set(
    files.filter(({ name }) => name.endsWith(MANIFEST_ENDING)).map(({ name }) => name.slice(0, -MANIFEST_ENDING.length)),
  );
  for (const { name, at } of files) {
    if (name.endsWith(ENDING) && at < before && !whole.has(name.slice(0, -ENDING.length))) await storage.remove(`${within}/${name}`);
  }
  await storage.sweep(within, before);
  await storage.sweep(walFolder(systemIdentifier), before);
}

async function readText(storage: BackupStorage, path: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of storage.read(path)) parts.push(part);
  return Buffer.concat(parts).toString();
}
