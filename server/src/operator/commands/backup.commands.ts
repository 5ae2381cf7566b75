import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import type { Config } from '../../config.ts';
import { noteRestore } from '../../core/fleet/restores/note-restore.ts';
import { verifyLedger } from '../../core/money/verification/verify-ledger.ts';
import { BackupError } from '../../db/backup/backup-error.ts';
import { takeBaseBackup } from '../../db/backup/base-backup.ts';
import { listBaseBackups, listWal, type BaseBackup, type BackupPlace } from '../../db/backup/backup-place.ts';
import { postgresDir } from '../../db/backup/keep-backups.ts';
import { openPlace } from '../../db/backup/open-place.ts';
import { placeRestored, requireNothing, restoreBackup, type RestoredDatabase } from '../../db/backup/restore-backup.ts';
import { connect, PROOF_PATIENCE, type Database } from '../../db/connect.ts';
import { isAlive } from '../../db/is-alive.ts';
import { DatabaseIsNewer, migrate } from '../../db/migrate.ts';
import { systemClock } from '../../kit/clock.ts';
import { findDatabase } from '../open-ctx.ts';
import { readRunning } from '../read-running.ts';
import type { Operate, OperateAlone } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import { count, table, when, wholeList, type Column, type CommandOutput } from '../output.ts';
import type { ConfiguredEngines } from '../configured-engines.ts';
import { TAKE_OVER, takenOver } from '../take-over-engine.ts';
import { INVOCATION, verb } from '../verb.ts';

interface Moment {
  readonly at?: Date;
}

const OF_YOURS =
  'Boreal does not back up the Postgres of DATABASE_URL: a program of yours does, such as pgBackRest. Try now and then whether it can restore, as operators-guide-backups.md says.';

const AT = 'the moment to restore, such as 2026-12-01T14:30:00Z; without it, everything that is stored';

export function addBackupCommands(program: Command, _operate: Operate, _engines: ConfiguredEngines, alone: OperateAlone): void {
  const backup = program.command('backup').description('backups of the embedded Postgres: a daily copy, and its log within a minute');

  verb(backup, 'create', alone(create), { description: 'Back up the running Boreal now, beside the daily copies.', example: '' });

  verb(backup, 'list', alone(list), { description: 'Show what is stored, and up to when it can be restored.', example: '' });

  verb(
    backup,
    'verify',
    alone((config, id: string | undefined, moment: Moment) => verify(config, { id, ...moment })),
    { description: 'Restore a backup beside Boreal, prove its ledger, and remove it again.', example: '' },
  )
    .argument('[id]', 'which one, as backup list shows them; without it, the newest that fits')
    .option('--at <moment>', AT, parseMoment);

  verb(
    backup,
    'restore',
    alone((config, id: string | undefined, options: Moment & { takeOver?: true }) => {
      const { takeOver = false, ...moment } = options;
      return restore(config, { id, ...moment }, takeOver);
    }),
    {
      description: 'Restore the database of this machine from the backups. Boreal must be stopped, with no database here yet.',
      example: '--at 2026-12-01T14:30:00Z',
    },
  )
    .argument('[id]', 'from which one, as backup list shows them; without it, the newest that fits')
    .option('--at <moment>', AT, parseMoment)
    .option('--take-over', TAKE_OVER);
}

function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError('Write a date and time with its zone, such as 2026-12-01T14:30:00Z.');
  }
  return moment;
}

async function create(config: Config): Promise<CommandOutput> {
  const place = placeOf(config);
  const { url } = await findDatabase(config);
  const clock = systemClock();
  const backup = await takeBaseBackup({ url, dataDir: postgresDir(config.dataDir), place, now: () => clock.wall() });
  return { data: dataOf(backup), text: `Backed up in ${place.storage.name}: ${backup.id}, ${megabytes(backup)} MB.` };
}

async function list(config: Config): Promise<CommandOutput> {
  const place = placeOf(config);
  const backups = await listBaseBackups(place);
  const ends = new Map<string, Date | null>();
  for (const { systemIdentifier } of backups) ends.set(systemIdentifier, (await listWal(place, systemIdentifier)).at(-1)?.at ?? null);
  const rows = backups.map((backup) => ({ ...backup, logUntil: ends.get(backup.systemIdentifier) ?? null }));
  return wholeList(
    rows.map((row) => ({ ...dataOf(row), logUntil: row.logUntil })),
    table(rows, columns, `There is no backup in ${place.storage.name} yet.`),
  );
}

async function verify(config: Config, asked: Moment & { id: string | undefined }): Promise<CommandOutput> {
  // A check that Boreal cannot make has not failed: otherwise the package's timer would report a broken backup every week.
  if (config.databaseUrl !== null) return { data: { verified: false }, text: `Nothing was verified. ${OF_YOURS}` };
  const place = placeOf(config);
  await sweepChecks(config.dataDir);
  const scratch = await mkdtemp(join(config.dataDir, `${CHECK}${process.pid}-`));
  try {
    const systemIdentifier = asked.id === undefined ? await readRunning(config) : undefined;
    const restored = await restoreBackup({ place, livesOn: false, dataDir: join(scratch, 'postgres'), systemIdentifier, ...asked });
    try {
      const checks = await inRestored(restored, prove);
      return told(restored, `${count(checks, 'check')} of the ledger hold. Nothing of it is kept.`);
    } finally {
      await restored.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const CHECK = 'backup-check-';

/** A killed check leaves a whole database behind, which would fill the real one's disk. */
async function sweepChecks(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^backup-check-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Only a verified database goes into service: a copy whose ledger is broken is kept aside. */
async function restore(config: Config, asked: Moment & { id: string | undefined }, takeOver: boolean): Promise<CommandOutput> {
  const place = placeOf(config);
  const target = postgresDir(config.dataDir);
  const draft = `${target}.restoring`;
  await requireNothing(target);
  await requireNothing(draft).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error;
    throw new OperatorError(
      `${draft} is what a restore left that was broken off, or whose ledger did not hold. Nobody uses it. Remove it (rm -r ${draft}), or move it ` +
        'away to look at it, and type the same again.',
      { cause: error },
    );
  });
  const restored = await provenDraft({ place, draft, asked, takeOver });
  await placeRestored({ from: draft, to: target });
  const next = `Start Boreal. Then, if servers were sold since: ${INVOCATION} orphan list; if servers had ended since: ${INVOCATION} restore settle --all --preview`;
  return told(restored, `Every check of the ledger holds. It is in ${target}. ${takenOver(takeOver)} ${next}`);
}

interface Wanted {
  readonly place: BackupPlace;
  readonly draft: string;
  readonly asked: Moment & { id: string | undefined };
  readonly takeOver: boolean;
}

/**
 * A restored and verified copy, with its Postgres stopped. If anything but the ledger fails, the copy is removed, so that the command can
 * be repeated.
 */
async function provenDraft({ place, draft, asked, takeOver }: Wanted): Promise<RestoredDatabase> {
  try {
    const restored = await restoreBackup({ place, livesOn: true, dataDir: draft, ...asked });
    try {
      await inRestored(restored, async (db) => {
        await prove(db);
        await noteRestore(db.sql, { copyEndsAt: asked.at, at: systemClock().wall(), takeOver });
      });
    } finally {
      await restored.close();
    }
    return restored;
  } catch (error) {
    if (error instanceof OperatorError)
      throw new OperatorError(`${error.message}\nIt is kept in ${draft}, and Boreal does not use it.`, { cause: error });
    for (const ending of ['', '.password', '.lock']) await rm(`${draft}${ending}`, { recursive: true, force: true });
    throw error;
  }
}

async function inRestored<T>({ postgres }: RestoredDatabase, work: (db: Database) => Promise<T>): Promise<T> {
  // The copy may be from an older version.
  await migrate(postgres.url).catch((error: unknown) => {
    if (!(error instanceof DatabaseIsNewer)) throw error;
    throw new BackupError(
      'This copy is of a newer Boreal than this one. Install the version that ran, or a later one, and type the same again.',
      { cause: error },
    );
  });
  const db = connect({ url: postgres.url, max: 2, patience: PROOF_PATIENCE });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Returns the number of checks. @throws OperatorError one does not hold */
async function prove(db: Database): Promise<number> {
  const checks = await verifyLedger(db.sql);
  const broken = checks.filter((check) => check.broken.length > 0);
  if (broken.length === 0) return checks.length;
  throw new OperatorError(
    `The ledger of the restored copy is broken:\n${broken.map(({ name, broken: rows }) => `- ${name}: ${rows.join(', ')}`).join('\n')}`,
  );
}

function told({ backup, segments }: RestoredDatabase, then: string): CommandOutput {
  return {
    data: { ...dataOf(backup), segments },
    text: `Restored from ${backup.id} and ${count(segments, 'segment')} of the log since. ${then}`,
  };
}

function placeOf({ backups, databaseUrl }: Config): BackupPlace {
  if (backups) return openPlace(backups, () => systemClock().wall());
  if (databaseUrl !== null) throw new OperatorError(OF_YOURS);
  throw new OperatorError(
    'Set BOREAL_BACKUP_DIR (or BOREAL_BACKUP_BUCKET) and BOREAL_BACKUP_KEY: where the backups are, and the key that they were made with.',
  );
}

function dataOf({ startedAt, finishedAt, ...rest }: BaseBackup) {
  return { ...rest, startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString() };
}

function megabytes({ storedBytes }: BaseBackup): string {
  return (storedBytes / 1e6).toFixed(1);
}

const columns: readonly Column<BaseBackup & { logUntil: Date | null }>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'from', of: ({ finishedAt }) => when(finishedAt) },
  { title: 'until', of: ({ logUntil }) => (logUntil === null ? '–' : when(logUntil)) },
  { title: 'mb', right: true, of: megabytes },
  { title: 'database', of: ({ systemIdentifier }) => systemIdentifier },
];
