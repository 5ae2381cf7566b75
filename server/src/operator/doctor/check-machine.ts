import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { listBaseBackups } from '../../db/backup/backup-place.ts';
import { postgresDir } from '../../db/backup/keep-backups.ts';
import { waitingSince } from '../../db/backup/ship-wal.ts';
import { errorCode } from '../../db/postgres-errors.ts';
import { ok, soon, wrong, type Finding } from './finding.ts';
import { judgeBackups, judgeCertificate, judgeDisk } from './judge.rules.ts';

const NODE = 24;

/** What this machine itself says: versions, clock, disks, the engine's certificates. */
export async function checkMachine(config: Config, now: Date): Promise<Finding[]> {
  const node = Number(process.versions.node.split('.')[0]);
  return [
    node < NODE
      ? wrong('versions', `Node is of version ${node}; Boreal needs ${NODE}.`, 'npm ci')
      : ok('versions', `Node is of version ${node}.`),
    ...settings(config),
    clockKeeper(),
    await disk('disk', config.dataDir),
    ...(config.backups ? [await disk('disk of the backups', config.backups.place.folder)] : []),
    ...(await certificates(config, now)),
  ];
}

function settings({ unread }: Config): Finding[] {
  if (unread.length === 0) return [ok('settings', 'Every setting that is given is read.')];
  return unread.map((sentence) => soon('settings', sentence, null));
}

/** Whoever sets the clock leaves a file, on Debian and its like. Elsewhere nothing is said of it. */
function clockKeeper(): Finding {
  const keepers = [
    '/run/systemd/timesync/synchronized',
    '/run/chrony/chronyd.pid',
    '/run/chronyd.pid',
    '/run/ntpd.pid',
    '/run/ntpsec/ntpd.pid',
  ];
  if (!existsSync('/run/systemd/system') || keepers.some((path) => existsSync(path)))
    return ok('clock', 'The clock of this machine is kept, or is kept by its host.');
  return soon(
    'clock',
    'Nothing keeps the clock of this machine right, and hours are charged by it.',
    'apt-get install systemd-timesyncd && timedatectl set-ntp true',
  );
}

async function disk(about: string, path: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return judgeDisk({ about, path, freeBytes: bavail * bsize, totalBytes: blocks * bsize });
  } catch (error) {
    return wrong(about, `${path} cannot be read (${errorCode(error)}).`, `ls -ld ${path}`);
  }
}

async function certificates({ engines }: Config, now: Date): Promise<Finding[]> {
  const files = engines.flatMap((one) =>
    one.kind === 'incus'
      ? [
          { engine: one.name, path: one.incus.clientCertFile },
          { engine: one.name, path: one.incus.serverCertFile },
        ]
      : [],
  );
  const findings: Finding[] = [];
  for (const { engine, path } of files) {
    if (path === null) continue;
    const about = `the certificate ${path} of the engine ${engine}`;
    try {
      const { validToDate } = new X509Certificate(await readFile(path));
      const renew = `openssl x509 -in ${path} -noout -dates`;
      findings.push(judgeCertificate({ about, validTo: validToDate, now, renew }));
    } catch (error) {
      findings.push(wrong(about, `It cannot be read (${errorCode(error) || 'it is no certificate'}).`, `ls -l ${path}`));
    }
  }
  return findings;
}

/** Backups of the embedded Postgres. */
export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  if (config.databaseUrl !== null) return [];
  if (!config.backups)
    return [soon('backups', 'The database is not backed up. Set BOREAL_BACKUP_DIR and BOREAL_BACKUP_KEY.', 'openssl rand -base64 32')];
  const { place } = config.backups;
  const waiting = await waitingSince(postgresDir(config.dataDir));
  return judgeBackups({
    newestBase: (await listBaseBackups(place)).at(-1)?.finishedAt ?? null,
    waitingSince: waiting[0] ?? null,
    waiting: waiting.length,
    sameDisk: await onSameDisk(place.folder, join(config.dataDir)),
    now,
  });
}

async function onSameDisk(one: string, other: string): Promise<boolean> {
  const devices = await Promise.all(
    [one, other].map((path) =>
      stat(path).then(
        ({ dev }) => dev,
        () => null,
      ),
    ),
  );
  return devices[0] !== null && devices[0] === devices[1];
}
