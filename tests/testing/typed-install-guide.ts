import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import type { DebianRoot } from './debian-root.ts';
import type { PackagedBox } from './packaged-box.ts';
import { BOX_ADDRESS } from './set-up-box.ts';
import { asTyped, typePage, type Outcome, type Seen, type Step } from './typist.ts';

const PAGE = 'docs/operators-guide-install.md';
const DONE = /^/;
const STOOD = /Everything is already in place/;
const SPOKEN_OF = { not: 'a sentence speaks of it; what is typed stands in another step' };
const SOURCES = { not: 'what is from Debian itself is there, or is not needed here' };
const CLONE = { not: 'it is typed in a clone, as the test did before it' };
const PROXY = { not: 'tests/packaging/proxies.test.ts runs both proxies with the package’s files' };
const OWN_POSTGRES = { not: 'tests/guide/pgbackrest.test.ts has a Postgres of one’s own' };
const SEVERAL = { not: 'tests/packaging/systemd.test.ts has several processes; here is one' };
const FAILED = { not: 'tests/packaging/systemd.test.ts has a systemd, which runs the timers' };
const Failed = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

/** Types the guide to installing as root of a bare Debian, from the package's file to its removal, and looks at the clock until SSH answers. */
export async function typeInstallGuide(
  t: TestContext,
  { debian, box, debs }: { debian: DebianRoot; box: PackagedBox; debs: { first: string; newer: () => Promise<string> } },
): Promise<void> {
  const bring = (deb: string, name: string) => copyFile(deb, join(debian.path, 'root', name));
  const places = { 'localhost:8080': `localhost:${box.port}` };
  async function run(command: string, seen: Partial<Seen>): Promise<Outcome> {
    const typed = asTyped(command, seen, places);
    try {
      return { typed, code: 0, printed: await debian.run('bash', '--norc', '-euo', 'pipefail', '-c', `cd /root && { ${typed}\n} 2>&1`) };
    } catch (error) {
      const { code, stdout, stderr } = Failed.parse(error);
      return { typed, code, printed: stdout + stderr };
    }
  }

  const version = async () => (await run('boreal version', {})).printed;
  const begun = { at: 0, installed: 0, setUp: 0 };
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
  const flags = box.flags.map((flag) => `'${flag}'`).join(' ');
  let said = '';
  await bring(debs.first, 'boreal_0.1.0_amd64.deb');
  const steps: readonly Step[] = [
    ['npm start', CLONE],
    ['apt-get update', SOURCES],
    () => void (begun.at = performance.now()),
    [
      'apt-get install ./boreal_0.1.0_amd64.deb incus lvm2 thin-provisioning-tools',
      {
        with: () => ({ incus: '', lvm2: '', 'thin-provisioning-tools': '' }),
        more: ' --yes',
        says: /Boreal is installed\. Set it up with: boreal setup/,
      },
    ],
    async () => {
      begun.installed = performance.now();
      await box.settle();
      const outcome = await run('boreal setup', { more: ` ${flags}` });
      begun.setUp = performance.now();
      said = outcome.printed;
      assert.equal(outcome.code, 0, `${said}\n${await box.log()}`);
    },
    ['boreal setup', { more: ' --yes', says: STOOD }],
    async () => {
      const [, port = '', user = ''] = /ssh -p (\d+) (\w+)@192\.0\.2\.1/.exec(said) ?? [];
      assert.equal(await box.ssh({ ip: BOX_ADDRESS, port: Number(port), user }, 'whoami'), 'guest', said);
    },
    ['ssh -p 20000 ubuntu@203.0.113.7', { not: 'the step before did it from outside, with the address of this box' }],
    async () => {
      const parts = [seconds(begun.at, begun.installed), seconds(begun.installed, begun.setUp), seconds(begun.at, performance.now())];
      t.diagnostic(
        `installing: ${parts[0]}; boreal setup, to a server that runs: ${parts[1]}; all of it, with a second setup and SSH: ${parts[2]}`,
      );
      // Whoever serves is Boreal's user, who may do with Incus what setup let them.
      assert.match(said, /put Boreal's user in the group incus-admin/);
      assert.match((await run('stat --format="%U %G %a" /var/lib/boreal/database.json', {})).printed, /boreal boreal 600/);
      assert.match((await run('boreal engine check', {})).printed, /has all that it needs[^]*tried: 0 answered/);
    },
    ['boreal doctor', { says: /: 0 wrong/, eventually: true }],
    ['boreal setup --dry-run', { more: ' --yes', says: STOOD }],
    ['boreal setup --help', /--dry-run/],
    () => run(`printf 'company=Calcul Boréal inc.\\n' >answers`, {}),
    ['boreal setup --yes --answers FILE', { with: () => ({ FILE: 'answers' }), says: STOOD }],
    ['boreal setup --engine simulated', { not: 'the engine is Incus here' }],
    ['apt-get install git nodejs npm', CLONE],
    ['npm run package', CLONE],
    ['apt-get install ./boreal_0.1.0_amd64.deb', SPOKEN_OF],
    ['npm run operator --', SPOKEN_OF],
    ['apt-get install postgresql', OWN_POSTGRES],
    ["su postgres -c 'createuser --pwprompt boreal'", OWN_POSTGRES],
    ["su postgres -c 'createdb --owner boreal --encoding UTF8 --template template0 boreal'", OWN_POSTGRES],
    ['adduser boreal incus-admin', /already|incus-admin/],
    ['systemctl enable --now boreal', DONE],
    ['journalctl -u boreal', /Boreal is running \(production/],
    ['boreal doctor', { says: /: 0 wrong/, eventually: true }],
    ['systemctl enable --now boreal-doctor.timer', DONE],
    ['systemctl --failed', FAILED],
    ['journalctl -u boreal-doctor', FAILED],
    ['apt-get install caddy', PROXY],
    () => run('mkdir -p /etc/caddy /etc/nginx/conf.d', {}),
    ['sed s/gpu.example.com/YOUR.SITE/ /usr/share/boreal/proxies/Caddyfile >/etc/caddy/Caddyfile', DONE],
    ['systemctl reload caddy', PROXY],
    ['apt-get install nginx certbot', PROXY],
    ["certbot certonly --webroot --webroot-path /var/www/html --deploy-hook 'systemctl reload nginx' --domain YOUR.SITE", PROXY],
    ['sed s/gpu.example.com/YOUR.SITE/ /usr/share/boreal/proxies/nginx.conf >/etc/nginx/conf.d/boreal.conf', DONE],
    async () =>
      assert.match((await run('grep -h YOUR.SITE /etc/caddy/Caddyfile /etc/nginx/conf.d/boreal.conf', {})).printed, /server_name/),
    ['nginx -t && systemctl reload nginx', PROXY],
    ['systemctl restart boreal', DONE],
    ['boreal doctor', { says: /: 0 wrong/, eventually: true }],
    ['apt-get install valkey-server || apt-get install redis-server', SEVERAL],
    ['systemctl disable --now boreal', SEVERAL],
    ['systemctl enable --now boreal-api@8081 boreal-api@8082 boreal-worker@1 boreal-worker@2', SEVERAL],
    ['caddy validate --config /etc/caddy/Caddyfile && systemctl reload caddy', PROXY],
    ['nginx -t && systemctl reload nginx', PROXY],
    ['systemctl restart boreal', SPOKEN_OF],
    ['boreal doctor', SPOKEN_OF],
    ["systemctl try-restart boreal 'boreal-api@*' 'boreal-worker@*'", DONE],
    ['/usr/lib/boreal/bin/node /usr/lib/boreal/restart-units.mjs', DONE],
    ['curl -f localhost:8081/readyz', SEVERAL],
    ['boreal log level debug --minutes 30', { says: /Every process logs at debug, until/, eventually: true }],
    ['boreal log level default', /as it is configured/],

    ['boreal backup create', { says: /\d{8}T\d+Z/, eventually: true }],
    ['date --utc +%FT%TZ', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/],
    async () => bring(await debs.newer(), 'boreal_NEW_amd64.deb'),
    ['apt-get install ./boreal_NEW_amd64.deb', { more: ' --yes', says: DONE }],
    ['boreal version', /0\.9\.0/],
    ['boreal doctor', { says: /: 0 wrong/, eventually: true }],
    ['apt-get -o Dpkg::Options::=--force-confold install …', SPOKEN_OF],
    ["systemctl stop boreal 'boreal-api@*' 'boreal-worker@*'", DONE],
    ['touch /etc/boreal/allow-downgrade', DONE],
    () => bring(debs.first, 'boreal_OLD_amd64.deb'),
    ['apt-get install --allow-downgrades ./boreal_OLD_amd64.deb', { more: ' --yes', says: DONE }],
    async () => assert.match(await version(), /0\.1\.0/),
    ['apt-get remove boreal', { more: ' --yes', says: DONE }],
    ['apt-get purge boreal', { more: ' --yes', says: DONE }],
    async () => {
      const left = await run('find /etc/boreal /usr/lib/boreal | head -20', {});
      assert.doesNotMatch(left.printed, /^\/(?:etc|usr)/m);
      assert.ok(existsSync(join(debian.path, 'var/lib/boreal/postgres')), 'nobody was asked');
    },
  ];
  await typePage(run, PAGE, steps);
}
