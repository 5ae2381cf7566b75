import { access, constants, stat } from 'node:fs/promises';
import type { BackupConfig } from '../../config-backups.ts';
import type { Config } from '../../config.ts';
import { BackupError } from '../../db/backup/backup-error.ts';
import { listBaseBackups, type BackupPlace, type BaseBackup } from '../../db/backup/backup-place.ts';
import { folderStorage } from '../../db/backup/folder-storage.ts';
import { postgresDir } from '../../db/backup/keep-backups.ts';
import { readLogFailure } from '../../db/backup/log-failure.ts';
import { tellOthers } from '../../db/backup/other-databases.rules.ts';
import { openPlace } from '../../db/backup/open-place.ts';
import { inspectBucket } from '../../db/backup/s3/inspect-bucket.ts';
import { createS3Client } from '../../db/backup/s3/s3-client.ts';
import type { S3Settings } from '../../db/backup/s3/s3-settings.ts';
import { waitingSince } from '../../db/backup/ship-wal.ts';
import { errorCode } from '../../db/postgres-errors.ts';
import { systemClock } from '../../kit/clock.ts';
import { readRunning } from '../read-running.ts';
import { INVOCATION } from '../verb.ts';
import { soon, wrong, type Finding } from './finding.ts';
import { judgeBackups, judgeBucket } from './judge.rules.ts';

const wall = () => systemClock().wall();

/** Backups of the embedded Postgres: their age and location. */
export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  if (config.databaseUrl !== null) return [];
  const { backups } = config;
  if (!backups)
    return [
      soon(
        'backups',
        'The database is not backed up. Set BOREAL_BACKUP_DIR or BOREAL_BACKUP_BUCKET, and BOREAL_BACKUP_KEY.',
        'openssl rand -base64 32',
      ),
    ];
  const waiting = await waitingSince(postgresDir(config.dataDir));
  const running = await readRunning(config);
  const place = openPlace(backups, wall);
  const all = await copiesIn(place);
  return [
    ...(backups.target.kind === 'bucket' ? await checkBucket(backups.target.s3) : await checkFolder(backups.target.folder)),
    ...judgeBackups({
      newestBase: all === 'unknown' ? all : newestOf(all, running),
      others: all === 'unknown' || running === undefined ? null : tellOthers(place.storage.name, { all, own: running }),
      waitingSince: waiting[0] ?? null,
      waiting: waiting.length,
      failure: await readLogFailure(postgresDir(config.dataDir)),
      sameDisk: await onSameDisk(backups, config.dataDir),
      now,
    }),
  ];
}

/** A failing backup location has a finding of its own. */
async function copiesIn(place: BackupPlace): Promise<readonly BaseBackup[] | 'unknown'> {
  try {
    return await listBaseBackups(place);
  } catch (error) {
    if (error instanceof BackupError) return 'unknown';
    throw error;
  }
}

/** The newest of the running database; of any database, if none runs. */
function newestOf(all: readonly BaseBackup[], running: string | undefined): Date | null {
  return all.findLast(({ systemIdentifier }) => running === undefined || systemIdentifier === running)?.finishedAt ?? null;
}

/** A missing folder is reported as an unreadable disk. */
async function checkFolder(folder: string): Promise<Finding[]> {
  try {
    await folderStorage(folder).list('.');
    await access(folder, constants.W_OK);
    return [];
  } catch (error) {
    if (error instanceof BackupError) return [wrong('folder of the backups', error.message, `ls -ld ${folder}`)];
    if (errorCode(error) === 'ENOENT') return [];
    return [
      wrong('folder of the backups', `Boreal's user may not write to ${folder} (${errorCode(error)}).`, `chown -R boreal: ${folder}`),
    ];
  }
}

async function checkBucket(s3: S3Settings): Promise<Finding[]> {
  try {
    return judgeBucket(await inspectBucket(createS3Client(s3, wall)), s3);
  } catch (error) {
    if (error instanceof BackupError) return [wrong('bucket of the backups', error.message, `${INVOCATION} backup list`)];
    throw error;
  }
}

async function onSameDisk({ target }: BackupConfig, dataDir: string): Promise<boolean> {
  if (target.kind === 'bucket') return false;
  const devices = await Promise.all(
    [target.folder, dataDir].map((path) =>
      stat(path).then(
        ({ dev }) => dev,
        () => null,
      ),
    ),
  );
  return devices[0] !== null && devices[0] === devices[1];
}
