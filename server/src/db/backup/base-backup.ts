import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { readKnownPassword, SUPERUSER_PASSWORD } from './superuser-password.ts';
import { BackupError } from './backup-error.ts';
import { basePath, hasWal, writeManifest, type BackupPlace, type BaseBackup } from './backup-place.ts';
import { packFolder } from './folder-stream.ts';
import { writeSealed } from './sealed-file.ts';
import { isSpool, shipWal } from './ship-wal.ts';

/**
 * Folders whose contents a base backup omits: Postgres recreates them, or they are in the log. From Postgres' documentation of low-level
 * backups.
 */
const EMPTIED = /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT_OUT =
  /^(?:postmaster\.pid|postmaster\.opts|backup_label(?:\.old)?|tablespace_map(?:\.old)?|recovery\.signal|boreal-restore)$|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/;

/** How long Postgres may take to hand over the last segment that a backup needs. */
const ARCHIVE_WITHIN_MS = 5 * 60_000;

const Started = z.tuple([z.object({ wal: z.string(), system: z.string(), version: z.string(), mode: z.string() })]);
const Stopped = z.tuple([z.object({ wal: z.string(), labelfile: z.string(), spcmapfile: z.string() })]);

/**
 * Copies the running embedded database into one encrypted file, without stopping anything, and waits until the log it needs is stored.
 * Postgres must have been started with `ARCHIVE_SETTINGS`. @throws BackupError
 */
export async function takeBaseBackup(of: {
  url: string;
  dataDir: string;
  place: BackupPlace;
  now: () => Date;
  signal?: AbortSignal;
}): Promise<BaseBackup> {
  const { url, dataDir, place, now, signal } = of;
  const { storage, key } = place;
  await storage.requireWritable();
  const client = new pg.Client({ connectionString: url });
  // A broken connection shows up in the query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const startedAt = now();
    const id = startedAt.toISOString().replaceAll(/[-:.]/g, '');
    const { rows } = await client.query(
      `select pg_walfile_name(pg_backup_start($1, true)) as wal, current_setting('server_version_num') as version, current_setting('archive_mode') as mode,
        (select system_identifier::text from pg_control_system()) as system`,
      [id],
    );
    const [{ wal: firstWal, system: systemIdentifier, version, mode }] = Started.parse(rows);
    if (mode !== 'on') {
      throw new BackupError('The running Boreal does not archive its log. Give it the same settings for backups, and start it again.');
    }
    let lastWal = '';
    const more = async () => {
      const stopped = await client.query('select pg_walfile_name(lsn) as wal, labelfile, spcmapfile from pg_backup_stop(false)');
      const [{ wal, labelfile, spcmapfile }] = Stopped.parse(stopped.rows);
      lastWal = wal;
      return new Map([
        ['backup_label', labelfile],
        ...(spcmapfile.trim() === '' ? [] : [['tablespace_map', spcmapfile] as const]),
        [SUPERUSER_PASSWORD, await readKnownPassword(dataDir)],
      ]);
    };
    const skip = (path: string) => EMPTIED.test(path) || LEFT_OUT.test(path) || isSpool(path);
    const path = basePath({ systemIdentifier, id });
    const storedBytes = await writeSealed({ storage, path }, packFolder(dataDir, { skip, more }), { key, name: id }, signal);
    try {
      await untilStored({ ...of, systemIdentifier, name: lastWal });
    } catch (error) {
      // Without its log it is no backup. If removing fails, it is swept later.
      await storage.remove(path).catch(() => undefined);
      throw error;
    }
    const backup = {
      id,
      systemIdentifier,
      startedAt,
      finishedAt: now(),
      firstWal,
      lastWal,
      postgresMajor: Math.floor(Number(version) / 10_000),
      storedBytes,
    };
    await writeManifest(place, backup);
    return backup;
  } finally {
    await client.end();
  }
}

/** A backup is complete only with the log up to its end: Postgres has switched to another segment and hands this one over. */
async function untilStored(of: Parameters<typeof shipWal>[0] & { name: string }): Promise<void> {
  const end = performance.now() + ARCHIVE_WITHIN_MS;
  for (;;) {
    await shipWal(of);
    if (await hasWal(of.place, of)) return;
    if (performance.now() > end) {
      throw new BackupError(
        `Postgres has not handed over ${of.name} in time, so the backup is incomplete. Its log says why (archive_command).`,
      );
    }
    await sleep(200, undefined, { ...(of.signal && { signal: of.signal }) });
  }
}
