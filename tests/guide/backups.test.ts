import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSshKey, deploy, untilActive } from '../testing/boreal-process-client.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { freePort, type BorealProcess, type Environment } from '../testing/boreal-process.ts';
import { startTypist, type Step, type Typist } from '../testing/typist.ts';

const PAGE = 'docs/operators-guide-backups.md';
const DONE = /^/;
const SERVES = /"status":"ok"/;
const COPY = /\d{8}T\d+Z/;
const HOLDS = /Every check holds/;
const NOTHING_WRONG = { says: /: 0 wrong/, eventually: true } as const;
const KNOWN = /Everything on the engine is known/;
const SPOKEN_OF = { not: 'a sentence speaks of it; what is typed stands in another step' };
const UNITS = { not: 'there is no systemd here, and no unit of its own that may not write elsewhere' };
const MACHINE = { not: 'it looks at the machine, or prepares it' };
const NO_USER = { not: 'there is no user boreal here' };
const BUCKET = { not: 'it is typed at a bucket’s provider; tests/database/backup-restore.test.ts restores from a bucket' };
/** tests/guide/pgbackrest.test.ts types this part on Debian’s Postgres, and old-months.test.ts moves a month. */
const OWN_POSTGRES = 'A Postgres of your own';

let folder: string;
let home: BorealHome;
let environment: Environment;
let boreal: BorealProcess;
let typist: Typist;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-backups-'));
  home = await makeBorealHome();
  environment = {
    BOREAL_PORT: String(await freePort()),
    BOREAL_BACKUP_DIR: join(folder, 'backups'),
    BOREAL_BACKUP_KEY: randomBytes(32).toString('base64'),
  };
  boreal = await home.start(environment);
  const key = (await home.demo()).customers[0].restKey;
  const serverId = await deploy(boreal, key, { productId: 'l4-x1', sshKeyId: await addSshKey(boreal, key), name: 'kept' });
  await untilActive(boreal, key, serverId);
  const places = { 'localhost:8080': `localhost:${boreal.port}`, '/var/backups/boreal': join(folder, 'backups') };
  typist = await startTypist({ home, environment: () => environment, places, log: () => boreal.stderr(), systemctl });
});
after(async () => {
  await typist.close();
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

async function systemctl(verb: string): Promise<void> {
  if (verb !== 'start' && verb !== 'enable --now') await boreal.end('SIGTERM');
  if (verb !== 'stop') boreal = await home.start(environment);
}

const accounts = () => typist.type('boreal account list');

test('what the guide to backups has typed is there, and what comes of it is as it says', async () => {
  const at = { moment: '' };
  const steps: readonly Step[] = [
    ['findmnt /var/backups/boreal', MACHINE],
    ['install -d -o boreal -g boreal -m 0700 /var/backups/boreal', NO_USER],
    ['systemctl restart boreal', DONE],
    ['curl -sf --retry 30 --retry-connrefused localhost:8080/readyz', SERVES],
    ['boreal backup list', { says: COPY, eventually: true }],
    ['boreal doctor', NOTHING_WRONG],
    ['mkdir -p /etc/systemd/system/boreal.service.d', UNITS],
    [String.raw`printf '[Service]\nReadWritePaths=-/srv/backups\n' >/etc/systemd/system/boreal.service.d/backups.conf`, UNITS],
    ['systemctl daemon-reload', UNITS],
    ['systemctl restart boreal', UNITS],

    ['systemctl restart boreal', BUCKET],
    ['curl -sf --retry 30 --retry-connrefused localhost:8080/readyz', BUCKET],
    ['boreal doctor', BUCKET],
    ['boreal backup list', BUCKET],
    [
      `aws --endpoint-url https://s3.example.com s3api put-bucket-versioning \\
  --bucket my-backups --versioning-configuration Status=Enabled`,
      BUCKET,
    ],
    [
      `aws --endpoint-url https://s3.example.com s3api put-bucket-lifecycle-configuration \\
  --bucket my-backups --lifecycle-configuration '{"Rules": [{"ID": "boreal", "Status": "Enabled", "Filter": {"Prefix": ""},
    "NoncurrentVersionExpiration": {"NoncurrentDays": 30},
    "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 7}}]}'`,
      BUCKET,
    ],
    ['apt-get install awscli', BUCKET],
    ['aws s3 sync', BUCKET],
    ['rclone copy', BUCKET],

    ['boreal backup create', COPY],
    ['boreal doctor', SPOKEN_OF],
    ['boreal backup verify', /hold/],
    ['systemctl enable --now boreal-backup-verify.timer', UNITS],
    ['systemctl --failed', UNITS],
    ['journalctl -u boreal-backup-verify', UNITS],

    // The disk is lost.
    async () => {
      await typist.type('boreal account create "Of the last minute"');
      await boreal.end('SIGTERM');
      await rm(join(home.dataDir, 'postgres'), { recursive: true });
    },
    ['cp -a /root/boreal-etc/. /etc/boreal/', MACHINE],
    ['chown -R root:boreal /etc/boreal', NO_USER],
    ['chmod -R u=rwX,g=rX,o= /etc/boreal', MACHINE],
    ['chown -R boreal: /var/backups/boreal', NO_USER],
    ['adduser boreal incus-admin', NO_USER],
    ['boreal backup list', COPY],
    ['boreal backup restore --take-over', /[Rr]estored/],
    ['systemctl enable --now boreal', DONE],
    ['curl -sf --retry 30 --retry-connrefused localhost:8080/readyz', SERVES],
    ['boreal doctor', NOTHING_WRONG],
    ['boreal orphan list', KNOWN],
    async () => assert.match(await accounts(), /Of the last minute/),
    ['systemctl enable --now boreal-clean-gpu.socket', UNITS],
    ['boreal doctor', SPOKEN_OF],
    ['boreal backup restore --take-over ID', { not: 'backup.commands.test.ts of the operator’s command has a place with two databases' }],

    // A mistake was made.
    async () => {
      await typist.type('boreal backup create');
      await typist.type('boreal account create Before');
      await sleep(1000);
      at.moment = new Date().toISOString();
      await typist.type('boreal account create Mistake');
    },
    ['systemctl stop boreal', DONE],
    ['mv /var/lib/boreal/postgres "/var/lib/boreal/postgres.$(date +%F-%H%M%S)"', DONE],
    [
      'boreal backup restore --take-over --at 2026-12-01T14:30:00Z',
      { with: () => ({ '2026-12-01T14:30:00Z': at.moment }), says: /[Rr]estored/ },
    ],
    ['systemctl start boreal', DONE],
    ['curl -sf --retry 30 --retry-connrefused localhost:8080/readyz', SERVES],
    ['boreal orphan list', KNOWN],
    ['boreal restore settle --all --preview', { says: /0 servers|nothing|Nothing/, eventually: true }],
    async () => {
      assert.match(await accounts(), /Before/);
      assert.doesNotMatch(await accounts(), /Mistake/);
    },
    ['ls -d /var/lib/boreal/postgres.*', /postgres\.\d{4}-\d\d-\d\d-\d{6}/],
    ['rm -r …', SPOKEN_OF],

    ['npm run operator -- orphan list', KNOWN],
    ['npm run operator -- orphan adopt --all --preview', /0 servers would be adopted/],
    ['npm run operator -- orphan adopt --all', /0 servers|[Nn]othing/],
    ['npm run operator -- ledger verify', HOLDS],
    ['npm run operator -- restore settle --all --preview', /0 servers|[Nn]othing/],
    ['npm run operator -- restore settle --all', /0 servers|[Nn]othing/],
    ['npm run operator -- ledger verify', HOLDS],
    ['npm run operator -- doctor', NOTHING_WRONG],
    ['npm run operator -- doctor', SPOKEN_OF],
    ['npm run operator -- doctor', SPOKEN_OF],
    ['npm run operator -- server retry SERVER --at-rest', { not: 'doctor.commands.test.ts of the operator’s command has such a machine' }],
    ['boreal doctor', SPOKEN_OF],
    ['boreal engine list', SPOKEN_OF],
    ['boreal engine list', /this Boreal/],
    ['boreal engine take-over incus --confirm incus', { with: () => ({ incus: 'simulated' }), says: /drives the engine simulated now/ }],
    ['boreal doctor', NOTHING_WRONG],
    ['boreal engine take-over', SPOKEN_OF],
    ['boreal engine check', /has all that it needs/],
  ];
  await typist.page(PAGE, steps, { besides: OWN_POSTGRES });
});
