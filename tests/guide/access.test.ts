import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, type Browser } from '../../server/src/web/test-browser.ts';
import { makeBorealHome, type BorealHome, type DemoFile } from '../testing/boreal-process-home.ts';
import { freePort, type BorealProcess, type Environment } from '../testing/boreal-process.ts';
import { startTypist, type Step, type Typist } from '../testing/typist.ts';

const PAGE = 'docs/operators-guide-access.md';
const DONE = /^/;
const SPOKEN_OF = { not: 'a sentence speaks of it; what is typed stands in another step' };
const PROXY = { not: 'it is the proxy’s, and asks an authority on the internet' };
const INCUS = { not: 'it is typed on the machine of an Incus' };
const OPENSTACK = { not: 'it is typed at an OpenStack' };
const NO_USER = { not: 'there is no user boreal here' };
const secret = () => randomBytes(32).toString('base64');

let folder: string;
let home: BorealHome;
let environment: Environment;
let boreal: BorealProcess;
let demo: DemoFile;
let operator: Browser;
let typist: Typist;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-access-'));
  home = await makeBorealHome();
  environment = {
    BOREAL_PORT: String(await freePort()),
    BOREAL_BACKUP_DIR: join(folder, 'backups'),
    BOREAL_BACKUP_KEY: secret(),
    BOREAL_SECRET: secret(),
    SECURITY_CONTACT: 'security@example.com',
  };
  boreal = await home.start(environment);
  demo = await home.demo();
  operator = openBrowser({ url: boreal.siteUrl, siteUrl: boreal.siteUrl });
  assert.equal((await operator.post('/api/auth/sign-in/email', demo.operator)).status, 200);
  const places = {
    'localhost:8080': `localhost:${boreal.port}`,
    'https://gpu.example.com': boreal.siteUrl,
    '/etc/boreal': folder,
    'boss@example.com': demo.customers[1].email,
  };
  typist = await startTypist({ home, environment: () => environment, places, log: () => boreal.stderr(), systemctl });
});
after(async () => {
  await typist.close();
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

async function systemctl(): Promise<void> {
  await boreal.end('SIGTERM');
  boreal = await home.start(environment);
}
const set = (settings: Environment) => void (environment = { ...environment, ...settings });

test('what the guide to who gets in has typed is there, and what comes of it is as it says', async () => {
  const before = { secret: environment['BOREAL_SECRET'] ?? '', key: environment['BOREAL_BACKUP_KEY'] ?? '', moment: '' };
  const cedric = () => ({ acc_01kb3c9q: demo.customers[2].accountId, 'Acme Inc.': demo.customers[2].name });
  const isSignedIn = async () => assert.equal((await operator.get('/api/console/operator/accounts')).status, 200);
  const steps: readonly Step[] = [
    ['npm run operator -- audit list --json', /"(?:ip|from|address)\w*": /i],
    ['npm run operator -- setup', { not: 'tests/incus/setup.test.ts types it' }],
    ['npm run operator -- person set-role boss@example.com owner', /owner/],
    ['npm run operator -- person operators', /basile\S+ +owner/],
    ['npm run operator -- person link boss@example.com', /https?:\/\/\S+/],
    async () => assert.equal((await operator.get(`/api/console/operator/accounts/${demo.customers[0].accountId}`)).status, 200),
    ['npm run operator -- audit list --action operator.looked', /operator\.looked/],

    // A new BOREAL_SECRET, which nobody notices.
    () => set({ BOREAL_SECRET_BEFORE: before.secret, BOREAL_SECRET: secret() }),
    ['/usr/lib/boreal/bin/node /usr/lib/boreal/restart-units.mjs', { not: 'tests/packaging/restart-units.test.ts types it' }],
    systemctl,
    isSignedIn,
    // Eventually: the restart may have cut the first backup of all off, and one that there is not is wrong.
    ['npm run operator -- doctor', { says: /BOREAL_SECRET_BEFORE/, eventually: true }],

    ["systemctl try-restart boreal 'boreal-api@*' 'boreal-worker@*'", DONE],
    ['boreal doctor', { says: /: 0 wrong/, eventually: true }],
    ['boreal doctor', SPOKEN_OF],
    ['journalctl -u caddy', PROXY],
    ['certbot renew --dry-run', PROXY],
    ['cd /etc/boreal', DONE],
    [
      'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-384 -nodes -days 3650 -subj /CN=boreal -keyout boreal-2.key -out boreal-2.crt',
      DONE,
    ],
    ['chown root:boreal boreal-2.key && chmod 640 boreal-2.key', NO_USER],
    ['incus config trust add-certificate boreal-2.crt', INCUS],
    ['incus config trust list', INCUS],
    ['boreal engine check', /has all that it needs/],
    ['incus config trust remove FINGERPRINT', INCUS],
    ['cd /root', DONE],
    [
      'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-384 -nodes -days 3650 -subj "/CN=root@$(hostname)" -keyout incus-2.key -out incus-2.crt',
      DONE,
    ],
    ['cat incus-2.crt >>/etc/boreal/incus.crt', DONE],
    ["systemctl try-restart boreal 'boreal-api@*' 'boreal-worker@*'", DONE],
    ['install -m 600 incus-2.key /var/lib/incus/server.key', INCUS],
    ['install -m 644 incus-2.crt /var/lib/incus/server.crt', INCUS],
    ['systemctl restart incus', INCUS],
    ['incus cluster update-certificate incus-2.crt incus-2.key', INCUS],
    ['boreal engine check', /has all that it needs/],
    ['cp incus-2.crt /etc/boreal/incus.crt', DONE],
    async () => assert.ok((await stat(join(folder, 'incus.crt'))).size > 0),

    // A new key of the backups: what was stored before is restored with the old one, which the command alone is told.
    async () => {
      await typist.type('boreal backup create');
      before.moment = new Date().toISOString();
      await typist.type('boreal account create Later');
      await typist.type('boreal backup create');
      set({ BOREAL_BACKUP_KEY: secret() });
    },
    ['systemctl restart boreal', DONE],
    ['curl -sf --retry 30 --retry-connrefused localhost:8080/readyz', /ok/],
    ['boreal backup create', /\d{8}T\d+Z/],
    async () => {
      await boreal.end('SIGTERM');
      await rename(join(home.dataDir, 'postgres'), join(home.dataDir, 'postgres.aside'));
    },
    [
      'BOREAL_BACKUP_KEY=OLD boreal backup restore --take-over --at 2026-12-01T14:30:00Z',
      { with: () => ({ OLD: before.key, '2026-12-01T14:30:00Z': before.moment }), says: /restored/i },
    ],
    async () => {
      boreal = await home.start(environment);
      const accounts = await typist.type('boreal account list');
      assert.match(accounts, /Aurore/);
      assert.doesNotMatch(accounts, /Later/);
    },

    ['su postgres -c psql', { not: 'it is typed in a Postgres of one’s own, which asks for the password' }],
    ['boreal doctor', SPOKEN_OF],
    ['openstack application credential create boreal-2', OPENSTACK],
    ['openstack application credential delete boreal', OPENSTACK],
    ['openstack user password set', OPENSTACK],
    ['boreal doctor', SPOKEN_OF],

    ['npm run operator -- account export acc_01kb3c9q --to acme.json', { with: cedric, says: /acme\.json/ }],
    ['npm run operator -- account close acc_01kb3c9q --name "Acme Inc."', { with: cedric, says: /closed/ }],
    async () => {
      // The statement of its last month must be issued: a month in half a minute.
      set({ BOREAL_TIME_SCALE: '100000' });
      await systemctl();
    },
    ['npm run operator -- account erase acc_01kb3c9q --confirm acc_01kb3c9q', { with: cedric, says: /[Ee]rased/, eventually: true }],
    ['rm /var/lib/boreal/acme.json', DONE],
    ['curl -s https://gpu.example.com/.well-known/security.txt', /^Contact: mailto:security@example\.com$/m],
  ];
  await typist.page(PAGE, steps);
});
