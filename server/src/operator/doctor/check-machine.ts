import { readFile } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { errorCode } from '../../db/postgres-errors.ts';
import { certificatesIn } from '../../kit/certificates.ts';
import { ok, soon, wrong, type Finding } from './finding.ts';
import { judgeCertificate, judgeDisk } from './judge.rules.ts';
import { thisMachine, type Machine } from './machine.ts';

const NODE = 24;

/** Checks of this machine: versions, clock, disks, the engine's certificates. */
export async function checkMachine(config: Config, now: Date, machine: Machine = thisMachine): Promise<Finding[]> {
  const node = Number(machine.node.split('.')[0]);
  return [
    node < NODE
      ? wrong('versions', `Node is of version ${node}; Boreal needs ${NODE}.`, 'npm ci')
      : ok('versions', `Node is of version ${node}.`),
    ...settings(config),
    ...secretBefore(config),
    clockKeeper(machine),
    await disk({ about: 'disk', path: config.dataDir, whenFull: dataDirFull(config) }, machine),
    ...(config.backups?.target.kind === 'folder' ? [await disk(diskOfBackups(config.backups.target.folder), machine)] : []),
    ...(await certificates(config, now)),
  ];
}

function settings({ unread }: Config): Finding[] {
  if (unread.length === 0) return [ok('settings', 'No setting is unknown.')];
  return unread.map((sentence) => soon('settings', sentence, "grep -n '^[A-Z]' /etc/boreal/boreal.env"));
}

/** An overlap that is never ended keeps a replaced secret valid. */
function secretBefore({ secretBefore: before }: Config): Finding[] {
  if (before === null) return [];
  const says =
    'The previous secret still opens sessions. A week after BOREAL_SECRET was replaced, remove BOREAL_SECRET_BEFORE and restart.';
  return [soon('secret', says, "grep -n '^BOREAL_SECRET' /etc/boreal/boreal.env")];
}

/** Time services leave a file, on Debian and similar systems. Elsewhere nothing is reported. */
function clockKeeper({ isThere }: Machine): Finding {
  const keepers = [
    '/run/systemd/timesync/synchronized',
    // Only the folder: Boreal's user may not read chrony's files.
    '/run/chrony',
    '/run/chronyd.pid',
    '/run/ntpd.pid',
    '/run/ntpsec/ntpd.pid',
  ];
  if (!isThere('/run/systemd/system') || keepers.some((path) => isThere(path)))
    return ok('clock', "This machine's clock is synchronized, by itself or by its host.");
  return soon(
    'clock',
    "Nothing synchronizes this machine's clock, and hours are charged by it.",
    'apt-get install systemd-timesyncd && timedatectl set-ntp true',
  );
}

function dataDirFull({ databaseUrl }: Config): string {
  return databaseUrl === null ? 'Postgres stops when it is full.' : 'Nothing can be written there when it is full.';
}

function diskOfBackups(path: string) {
  return { about: 'disk of the backups', path, whenFull: 'Nothing more is backed up when it is full.' };
}

async function disk(of: { about: string; path: string; whenFull: string }, { diskOf }: Machine): Promise<Finding> {
  const { about, path } = of;
  try {
    return judgeDisk({ ...of, ...(await diskOf(path)) });
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
      : one.kind === 'openstack'
        ? [{ engine: one.name, path: one.openstack.words['cacert'] ?? null }]
        : [],
  );
  const findings: Finding[] = [];
  for (const { engine, path } of files) {
    if (path === null) continue;
    const about = `the certificate ${path} of the engine ${engine}`;
    try {
      const renew = `openssl x509 -in ${path} -noout -subject -dates`;
      findings.push(judgeCertificate({ about, validTo: validUntil(await readFile(path, 'utf8')), now, renew }));
    } catch (error) {
      findings.push(wrong(about, `It cannot be read (${errorCode(error) || 'it is no certificate'}).`, `ls -l ${path}`));
    }
  }
  return findings;
}

/** Of several certificates in one file, as during a replacement, the last to expire. */
function validUntil(text: string): Date {
  return new Date(Math.max(...certificatesIn(text).map(({ validToDate }) => validToDate.getTime())));
}
