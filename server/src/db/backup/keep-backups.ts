import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addMs, DAY_MS, SECOND_MS, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { forgetOldBackups, lineOf, listBaseBackups, sweepBrokenOff, type BackupPlace, type BaseBackup } from './backup-place.ts';
import { forgetLogFailure, noteLogFailure } from './log-failure.ts';
import { tellOthers } from './other-databases.rules.ts';
import { takeBaseBackup } from './base-backup.ts';
import { shipWal, waitingSince, waitingWal } from './ship-wal.ts';
import { readSystemIdentifier } from './system-identifier.ts';
import { tooOldBefore } from './too-old.rules.ts';

const TICK_MS = 2 * SECOND_MS;
const BASE_EVERY_MS = DAY_MS;
/** The wait after a failed base backup. */
const BASE_AGAIN_MS = 10 * 60 * SECOND_MS;
/** How long a stop waits for the last segment: what cannot be stored by then is stored at the next start. */
const LAST_SEGMENT_MS = 10 * SECOND_MS;
/** Nothing takes this long to store. Older unfinished files have no writer any more. */
const BROKEN_OFF_MS = 3 * DAY_MS;

export interface BackupKeeping {
  readonly url: string;
  readonly dataDir: string;
  readonly place: BackupPlace;
  readonly keepDays: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** The state of the backups, for monitoring. */
export interface KeptBackups {
  /** When the newest copy ended; null if there is none; undefined until the storage has answered. */
  newestCopy(): Date | null | undefined;
  /** When the oldest unstored log segment was handed over; null if all are stored. */
  logWaitsSince(): Promise<Date | null>;
  stop(): Promise<void>;
}

/**
 * Stores the embedded Postgres' log as it is handed over, makes a base backup every day, and removes those that are too old. In real time:
 * disks do not fail by the product's clock. `stop` interrupts a copy in progress, and stores what was written until now.
 */
export function keepBackups(of: BackupKeeping): KeptBackups {
  const { clock, log, place, dataDir } = of;
  const aborted = new AbortController();
  let failing = '';
  let warned = false;
  /** Why the log is not stored, as last noted; undefined: not checked since the start. */
  let noted: string | null | undefined;
  let newest: Date | null | undefined;
  let nextBase = clock.wall();

  /** Logs the same problem once, and its end. */
  function tell(what: string, error: unknown): void {
    if (aborted.signal.aborted) return;
    const text = `${what}: ${String(error)}`;
    if (failing !== text) log.error({ err: error }, `${what}; it is tried again, and nothing is lost while this machine lives`);
    failing = text;
  }

  /** At a start, because whoever has just set it up is reading the log. */
  function warnOnce(all: readonly BaseBackup[], own: string): void {
    const others = warned ? null : tellOthers(place.storage.name, { all, own });
    warned = true;
    if (others !== null) log.warn({ note: others }, 'backups of another database lie in the same place');
  }

  /** For other processes, such as `boreal doctor`. */
  async function note(why: string | null): Promise<void> {
    if (noted === why || aborted.signal.aborted) return;
    noted = why;
    if (why === null) await forgetLogFailure(dataDir);
    else await noteLogFailure(dataDir, { since: clock.wall(), why });
  }

  async function tick(systemIdentifier: string): Promise<void> {
    try {
      await shipWal({ dataDir, place, systemIdentifier, signal: aborted.signal });
      if (failing !== '') log.info({ place: place.storage.name }, 'the log of the database is stored again');
      failing = '';
      await note(null);
    } catch (error) {
      await note(error instanceof Error ? error.message : String(error));
      return tell('the log of the database could not be stored', error);
    }
    if (clock.wall() < nextBase) return;
    try {
      nextBase = await dueBase(of, {
        systemIdentifier,
        signal: aborted.signal,
        tell: (copy) => (newest = copy),
        seen: (all) => warnOnce(all, systemIdentifier),
      });
    } catch (error) {
      nextBase = addMs(clock.wall(), BASE_AGAIN_MS);
      tell('the database could not be backed up', error);
    }
  }

  async function run(): Promise<void> {
    const systemIdentifier = await readSystemIdentifier(of.url);
    while (!aborted.signal.aborted) {
      await tick(systemIdentifier);
      await sleep(TICK_MS, undefined, { signal: aborted.signal }).catch(() => undefined);
    }
    await storeRest(of, systemIdentifier);
  }

  const running = run().catch((error: unknown) => log.error({ err: error }, 'backups are no longer kept'));
  return {
    newestCopy: () => newest,
    logWaitsSince: async () => (await waitingSince(dataDir))[0] ?? null,
    stop: async () => {
      aborted.abort();
      await running;
    },
  };
}

/**
 * Makes a base backup if one is due, and removes what is too old. Returns when to check again. `tell`: called with the end of the newest
 * copy. `seen`: called with what existed before.
 */
async function dueBase(
  { place, clock, keepDays, log, ...of }: BackupKeeping,
  by: { systemIdentifier: string; signal: AbortSignal; tell: (newest: Date | null) => void; seen: (all: readonly BaseBackup[]) => void },
): Promise<Date> {
  const { systemIdentifier, signal, tell, seen } = by;
  const all = await listBaseBackups(place);
  seen(all);
  const own = all.filter((backup) => backup.systemIdentifier === systemIdentifier);
  const newest = own.at(-1);
  // After a restore, the newest may be from after the restored moment, on the previous timeline: this database does not continue from it.
  const leadsOn = newest !== undefined && lineOf(newest.firstWal) === (await readLine(of.url));
  const due = leadsOn && addMs(newest.startedAt, BASE_EVERY_MS);
  tell(newest?.finishedAt ?? null);
  if (due && due > clock.wall()) return due;
  await sweepBrokenOff(place, { systemIdentifier, before: addMs(clock.wall(), -BROKEN_OFF_MS) });
  const { id, storedBytes, finishedAt } = await takeBaseBackup({ ...of, place, now: () => clock.wall(), signal });
  tell(finishedAt);
  log.info({ id, storedBytes }, 'the database was backed up');
  const before = tooOldBefore({ now: clock.wall(), before: newest?.finishedAt ?? null, keepDays });
  const removed = await forgetOldBackups(place, { systemIdentifier, before });
  if (removed.length > 0) log.info({ removed }, 'old backups of the database were removed');
  return addMs(clock.wall(), BASE_EVERY_MS);
}

/** The timeline that the database writes: each restore begins another. */
function readLine(url: string): Promise<string> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as name');
    return lineOf(String(rows[0].name));
  });
}

/** Before an orderly stop of Postgres: stores the segment that is not yet full. If that fails, the next start stores it. */
async function storeRest({ url, dataDir, place, log }: BackupKeeping, systemIdentifier: string): Promise<void> {
  const signal = AbortSignal.timeout(LAST_SEGMENT_MS);
  try {
    const last = await inDatabase(url, async (client) => {
      // If nothing was written since the last switch, there would be no segment, and nothing to wait for.
      await client.query(`select pg_logical_emit_message(true, 'boreal', 'end')`);
      const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as name');
      return String(rows[0].name);
    });
    for (;;) {
      const waiting = await waitingWal(dataDir);
      await shipWal({ dataDir, place, systemIdentifier, signal });
      if (waiting.some((name) => name >= last)) return;
      await sleep(100, undefined, { signal });
    }
  } catch (error) {
    log.warn({ err: error }, 'the last of the log is not stored yet; it is when Boreal starts again');
  }
}

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Where a Boreal data directory has the embedded Postgres' files. */
export function postgresDir(dataDir: string): string {
  return join(dataDir, 'postgres');
}
