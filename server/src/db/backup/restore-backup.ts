import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres.ts';
import { errorCode } from '../postgres-errors.ts';
import { BackupError } from './backup-error.ts';
import {
  basePath,
  hasWal,
  isSegment,
  listBaseBackups,
  listWal,
  WAL_NAME,
  walPath,
  type BackupPlace,
  type BaseBackup,
} from './backup-place.ts';
import { unpackFolder } from './folder-stream.ts';
import { readSealed } from './sealed-file.ts';
import { ARCHIVE_SETTINGS } from './ship-wal.ts';
import { movePassword, placePassword } from './superuser-password.ts';

/** Within the restored data directory: the exchange of Postgres' requests and their answers. */
const DESK = 'boreal-restore';

const POLL_MS = 25;

/** Years of log at some hundred segments a minute: Postgres' log shows the progress to whoever waits. */
const RECOVER_WITHIN_MS = 24 * 3600_000;

/**
 * How Postgres requests a log segment: it creates a note on the desk and waits for the answer. So the key never leaves this process, and
 * only one segment at a time is on disk unencrypted.
 */
const RESTORE_COMMAND = `: > ${DESK}/%f.wanted; while [ ! -e ${DESK}/%f.ready ] && [ ! -e ${DESK}/%f.none ]; do sleep 0.05; done; test -e ${DESK}/%f.ready && cp ${DESK}/%f.ready %p && rm -f ${DESK}/%f.*`;

export interface RestoreOptions {
  readonly place: BackupPlace;
  /** The data directory to create; it must not exist. */
  readonly dataDir: string;
  /** The moment to restore; omitted: everything that is stored. */
  readonly at?: Date | undefined;
  /** A specific base backup instead of the newest that fits. */
  readonly id?: string | undefined;
  /** Which database, by Postgres' own identifier; omitted: the only one that has copies there. */
  readonly systemIdentifier?: string | undefined;
  /**
   * Whether the database will stay in use: then the start of its new timeline belongs in the archive. One that is only inspected must leave
   * no trace there.
   */
  readonly livesOn: boolean;
  readonly onLog?: (line: string) => void;
}

/** A running database in its earlier state, to be inspected and then stopped. Nothing of it is archived. */
export interface RestoredDatabase {
  readonly backup: BaseBackup;
  readonly postgres: EmbeddedPostgres;
  /** How many segments of the log were applied after the base backup. */
  readonly segments: number;
  /** Stops it. */
  close(): Promise<void>;
}

/**
 * Creates a data directory from the newest base backup before a moment and the log since, and starts Postgres on it.
 * @throws BackupError there is none, it is damaged, or the log does not reach the moment · EmbeddedPostgresError
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredDatabase> {
  const { place, dataDir, at, onLog } = options;
  const backup = await chooseBackup(options);
  await requireNothing(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const sealed = { storage: place.storage, path: basePath(backup) };
  await readSealed(sealed, { key: place.key, name: backup.id }, (chunks) => unpackFolder(chunks, dataDir));
  await placePassword(dataDir);
  await writeFile(join(dataDir, 'recovery.signal'), '');
  await mkdir(join(dataDir, DESK));
  const desk = serveDesk({ place, dataDir, systemIdentifier: backup.systemIdentifier });
  const lines: string[] = [];
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      readyWithinMs: RECOVER_WITHIN_MS,
      onLog: (text) => {
        lines.push(text);
        onLog?.(text);
      },
      settings: {
        ...(options.livesOn ? ARCHIVE_SETTINGS : { archive_mode: 'off' }),
        restore_command: RESTORE_COMMAND,
        // No connections until the database is in the requested state and writable.
        hot_standby: 'off',
        ...(at && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'), recovery_target_action: 'promote' }),
      },
    });
    const close = async () => void (await postgres.stop());
    const given = await desk.close();
    // With a target moment, Postgres starts only once it has reached it. It reads ahead, so what lies behind everything it was given may be
    // unreadable, for example after a change of key. Any other unreadable segment it may have bypassed on another timeline.
    const reached = given.map(positionOf).toSorted().at(-1) ?? '';
    const failure = at
      ? desk.failure((name) => !isSegment(name) || positionOf(name) <= reached)
      : (desk.failure() ?? (await findHole(place, { systemIdentifier: backup.systemIdentifier, given })));
    if (failure !== null) {
      await close();
      throw failure;
    }
    return { backup, postgres, segments: given.length, close };
  } catch (error) {
    await desk.close();
    if (desk.failure() !== null) throw desk.failure();
    if (lines.some((text) => text.includes('recovery ended before configured recovery target was reached'))) {
      throw new BackupError(`The stored log ends before ${at?.toISOString()}. Leave the moment out to restore everything that is stored.`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    await rm(join(dataDir, DESK), { recursive: true, force: true });
  }
}

/** Moves a restored data directory, whose Postgres was stopped, to where Boreal looks for it. */
export async function placeRestored({ from, to }: { from: string; to: string }): Promise<void> {
  await requireNothing(to);
  await mkdir(dirname(to), { recursive: true });
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
  await movePassword(from, to);
}

/** @throws BackupError a database, or something else, is already there */
export async function requireNothing(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0)
    throw new BackupError(`${dataDir} is not empty. Nothing is overwritten: move it away first, for example to ${dataDir}.old`);
}

async function chooseBackup({ place, at, id, systemIdentifier }: RestoreOptions): Promise<BaseBackup> {
  const all = await listBaseBackups(place);
  if (all.length === 0) throw new BackupError(`There is no backup in ${place.storage.name}.`);
  if (id !== undefined) {
    const one = all.find((backup) => backup.id === id);
    if (!one) throw new BackupError(`There is no backup ${id} in ${place.storage.name}. See: backup list`);
    return one;
  }
  const meant = all.filter((backup) => systemIdentifier === undefined || backup.systemIdentifier === systemIdentifier);
  if (meant.length === 0) throw new BackupError(`There is no backup of the database ${systemIdentifier} in ${place.storage.name}.`);
  const fits = meant.filter(({ finishedAt }) => at === undefined || finishedAt <= at);
  const [newest, ...others] = [...Map.groupBy(fits, (backup) => backup.systemIdentifier).values()].flatMap((some) => some.at(-1) ?? []);
  if (!newest)
    throw new BackupError(`The oldest backup ended at ${meant[0]?.finishedAt.toISOString()}: what was before cannot be restored.`);
  // The newest of all may be of an empty database: of a Boreal that was started here before the restore.
  if (others.length > 0) {
    const named = [newest, ...others].map(
      (one) => `- ${one.id}: ${(one.storedBytes / 1e6).toFixed(1)} MB, of the database ${one.systemIdentifier}`,
    );
    throw new BackupError(
      `In ${place.storage.name} are copies of ${named.length} databases, as when Boreal was started anew before it was restored. ` +
        `Name the one that is meant, for example by its size:\n${named.join('\n')}`,
    );
  }
  return newest;
}

/** A segment's position in the log, whatever its timeline. */
const positionOf = (segment: string) => segment.slice(8);

/**
 * Postgres takes a missing segment for the end of the log. If later ones of the same timeline are stored, it is not the end: their contents
 * would be lost silently.
 */
async function findHole(place: BackupPlace, of: { systemIdentifier: string; given: readonly string[] }): Promise<BackupError | null> {
  const stored = (await listWal(place, of.systemIdentifier)).map(({ name }) => name).filter(isSegment);
  const last = stored.at(-1);
  const reached = of.given.toSorted().at(-1) ?? '';
  if (last === undefined || last <= reached || last.slice(0, 8) !== reached.slice(0, 8)) return null;
  return new BackupError(
    `The stored log has a hole after ${reached}: ${last} is there, and what comes between is not. Find it in a copy of ${place.storage.name}; or restore with --at a moment before it.`,
  );
}

/** Answers Postgres' requests until it is closed; then returns how many segments it provided. */
function serveDesk(of: { place: BackupPlace; dataDir: string; systemIdentifier: string }) {
  const { place, dataDir, systemIdentifier } = of;
  const desk = join(dataDir, DESK);
  const state: { open: boolean; given: string[]; failures: Map<string, unknown> } = { open: true, given: [], failures: new Map() };

  async function answer(name: string): Promise<void> {
    const [ready, none] = [join(desk, `${name}.ready`), join(desk, `${name}.none`)];
    await rm(join(desk, `${name}.wanted`), { force: true });
    if (!WAL_NAME.test(name) || !(await hasWal(place, { systemIdentifier, name }))) return writeFile(none, '');
    const sealed = { storage: place.storage, path: walPath({ systemIdentifier, name }) };
    await readSealed(sealed, { key: place.key, name }, (chunks) => writeFile(`${ready}.part`, chunks, { mode: 0o644 }));
    await rename(`${ready}.part`, ready);
    if (isSegment(name)) state.given.push(name);
  }

  async function serve(): Promise<void> {
    while (state.open) {
      for (const file of await readdir(desk).catch(() => [])) {
        if (!file.endsWith('.wanted')) continue;
        const name = file.slice(0, -'.wanted'.length);
        try {
          await answer(name);
        } catch (error) {
          // A damaged segment ends what can be restored: Postgres must learn that it is missing, and the operator why.
          state.failures.set(name, error);
          await writeFile(join(desk, `${name}.none`), '');
        }
      }
      await sleep(POLL_MS);
    }
  }

  const serving = serve();
  return {
    /** Why a requested file could not be provided: any file, or one whose name matches. */
    failure: (isMeant: (name: string) => boolean = () => true) => [...state.failures].find(([name]) => isMeant(name))?.[1] ?? null,
    close: async () => {
      state.open = false;
      await serving;
      return state.given;
    },
  };
}
