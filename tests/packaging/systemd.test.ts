import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../testing/boreal-process.ts';
import { BOOTABLE, bootDebian, whyNoSystemd, type BootedDebian } from '../testing/booted-debian.ts';
import { builtPackage, packageOfVersion } from '../testing/built-package.ts';
import { makeDebianRoot, type DebianRoot } from '../testing/debian-root.ts';

const isAsked = process.env['BOREAL_PACKAGE'] === 'all';
const why = isAsked ? await whyNoSystemd() : 'npm run test:package boots a Debian with it, and needs root and mmdebstrap';
const READY_MS = 120_000;
const APIS = ['boreal-api@8081', 'boreal-api@8082'];
const SEVERAL = [...APIS, 'boreal-worker@1', 'boreal-worker@2'];
/** Nobody signs in here; what setup must know besides. */
const ANSWERS = [
  '--engine simulated --site http://localhost:8080 --mail-from no-reply@gpu.example.com --backup-folder /var/backups/boreal',
  '--company "Calcul Boréal inc." --street "1, rue de la Démonstration" --city Montréal --province QC --postal-code "H0H 0H0"',
  '--company-email facturation@example.com --operator-email marie@example.com --customer-email luc@example.com --ssh-key /root/key.pub',
].join(' ');
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJwSkd3aMp7y0JyM2Xc1Fc6k2JgTz9n2mTqA1hG4nQxk box\n';

describe('the package under a systemd', { timeout: 30 * 60_000, skip: why ?? false }, () => {
  let folder = '';
  let debian: DebianRoot;
  let machine: BootedDebian;
  const there = (path: string) => join(debian.path, path);
  const type = (script: string) => machine.type(script);
  const shown = async (unit: string, property: string) => type(`systemctl show --property=${property} --value '${unit}'`);
  const status = (port: number) => type(`curl -s -o /dev/null -w '%{http_code}' localhost:${port}/readyz || true`);
  const untilReady = (port = 8080) =>
    until(
      `port ${port} is ready`,
      READY_MS,
      () => status(port),
      (is) => is === '200',
    );
  const units = async () => (await type(`systemctl list-units --plain --no-legend --state=active 'boreal*' | cut -d ' ' -f 1`)).split('\n');
  const failed = () => type('systemctl --failed --plain --no-legend');
  const pids = (names: readonly string[]) => Promise.all(names.map((name) => shown(name, 'MainPID')));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boreal-packages-'));
    const deb = await builtPackage(join(folder, 'clone'));
    debian = await makeDebianRoot([...BOOTABLE, 'postgresql', 'redis-server']);
    await copyFile(deb, there('root/boreal.deb'));
    await copyFile(await packageOfVersion(deb, { version: '0.9.0', folder }), there('root/newer.deb'));
    await writeFile(there('root/key.pub'), KEY);
    machine = await bootDebian(debian);
  });
  after(async () => {
    await machine.halt();
    await debian.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('starts nothing until setup does, now and at every boot', async () => {
    await type('apt-get install --yes ./boreal.deb');
    assert.deepEqual(await units(), ['']);
    const said = await type(`boreal setup --yes --smtp ${await machine.startMail()} ${ANSWERS}`);
    assert.match(said, /started boreal\.service/);
    await untilReady();
    assert.equal(await type('systemctl is-active boreal && systemctl is-enabled boreal'), 'active\nenabled');
    // Under the name of its unit, whichever program that starts.
    assert.match(await type('journalctl --unit boreal --no-pager'), / boreal\[\d+\]: .*Boreal is running \(production/);
  });

  test('nobody who takes it over can write but where it keeps its data, or gain anything', async () => {
    await type(PROBE);
    await type('systemctl restart boreal');
    await untilReady();
    const seen = (await readFile(there('var/lib/boreal/probe'), 'utf8')).trim().split('\n');
    assert.deepEqual(seen, [
      'wrote /var/lib/boreal/x',
      'wrote /var/cache/boreal/x',
      'wrote /run/boreal/x',
      'wrote /var/backups/boreal/x',
      'wrote /tmp/x',
      // In the group of Incus, it reaches its socket all the same.
      'Incus answers',
    ]);
    const [pid = ''] = await pids(['boreal']);
    const kernel = await type(`cat /proc/${pid}/status`);
    for (const line of [/^NoNewPrivs:\t1$/m, /^CapBnd:\t0+$/m, /^Seccomp:\t2$/m]) assert.match(kernel, line);
    await type('rm -r /run/systemd/system/boreal.service.d /var/lib/boreal/probe; systemctl daemon-reload');
  });

  test('what looks each day and week says among the units that failed what is wrong, and runs when its time comes', async () => {
    await type('systemctl enable --now boreal-doctor.timer boreal-backup-verify.timer');
    const next = await type(`systemctl list-timers --no-legend 'boreal*'`);
    assert.match(next, /boreal-doctor\.timer/);
    assert.match(next, /boreal-backup-verify\.timer/);
    await type('find /var/backups/boreal -mindepth 1 -delete; systemctl start boreal-doctor || true');
    assert.match(await type('journalctl --unit boreal-doctor --no-pager'), /WRONG {2}backups: There is no backup of the database yet/);
    assert.match(await failed(), /^boreal-doctor\.service /);
    await type('boreal backup create');
    await type('systemctl start boreal-doctor boreal-backup-verify');
    assert.match(await type('journalctl --unit boreal-backup-verify --no-pager'), /checks of the ledger hold/);
    assert.equal(await failed(), '');
  });

  test('one that is killed is started again, and its Postgres with it', async () => {
    const [pid = ''] = await pids(['boreal']);
    await type(`kill -KILL ${pid}`);
    await until(
      'it is started again',
      READY_MS,
      () => shown('boreal', 'NRestarts'),
      (restarts) => restarts === '1',
    );
    await untilReady();
    assert.match(await type('boreal ledger verify'), /Every check holds/);
  });

  test('stopped, it ends by itself in time, and nothing of it goes on', async () => {
    await type('systemctl stop boreal');
    assert.deepEqual([await shown('boreal', 'Result'), await shown('boreal', 'ExecMainStatus')], ['success', '0']);
    assert.equal(await type('pgrep --count --uid boreal || true'), '0');
  });

  test('GPUs are cleaned by root for Boreal alone, who may write nowhere and reach no network', async () => {
    await type('systemctl enable --now boreal-clean-gpu.socket');
    await type(`printf '%s\\n' '#!/bin/sh' 'id -u' '(: >/etc/x) 2>&1' 'ls /sys/class/net' 'echo "$@"; exit 1' >/etc/boreal/clean-gpu`);
    await type('chmod 755 /etc/boreal/clean-gpu');
    const asks = (user: string) => type(`cd / && runuser -u ${user} -- /usr/lib/boreal/bin/node -e "${ASK}"`);
    assert.match(await asks('boreal'), /^0\n.*\/etc\/x: Read-only file system\nlo\nhost 0000:01:00\.0$/);
    assert.equal(await asks('nobody'), 'EACCES');
    await type('rm /etc/boreal/clean-gpu');
  });

  test('of several processes an upgrade restarts those that run, one API after the other, and nothing else', async () => {
    await type(`cd / && su postgres -c "psql -qc \\"create role boreal login password 'password'\\""`);
    await type('cd / && su postgres -c "createdb --owner boreal --encoding UTF8 --template template0 boreal"');
    await type(`cp --preserve /etc/boreal/boreal.env /root && sed -i '/^BOREAL_BACKUP/d' /etc/boreal/boreal.env`);
    const settings = ['DATABASE_URL=postgres://boreal:password@localhost/boreal', 'VALKEY_URL=redis://localhost:6379'];
    await type(`printf '%s\\n' ${settings.join(' ')} >>/etc/boreal/boreal.env`);
    await type('systemctl disable boreal');
    await type(`systemctl enable --now ${SEVERAL.join(' ')}`);
    for (const port of [8081, 8082]) await untilReady(port);
    await type('systemctl stop boreal-worker@2');
    const rest = ['boreal-worker@2', 'boreal', 'postgresql@15-main', 'redis-server'];
    const were = { restarted: await pids([...APIS, 'boreal-worker@1']), rest: await pids(rest) };
    const looks = `while [ ! -e /run/upgraded ]; do
      curl -sf -o /dev/null localhost:8081/readyz || curl -sf -o /dev/null localhost:8082/readyz || echo gone; sleep 0.2; done`;
    const [gone] = await Promise.all([type(looks), type(`trap 'touch /run/upgraded' EXIT; apt-get install --yes ./newer.deb`)]);
    assert.equal(gone, '', 'at any time one of the two was ready');
    assert.match(await type('boreal version'), /0\.9\.0/);
    const are = { restarted: await pids([...APIS, 'boreal-worker@1']), rest: await pids(rest) };
    assert.deepEqual(are.rest, were.rest);
    assert.deepEqual(
      are.restarted.filter((pid, n) => pid === '0' || pid === were.restarted[n]),
      [],
    );
    for (const port of [8081, 8082]) assert.equal(await status(port), '200');
    assert.match(await type(`journalctl --unit 'boreal-*' --no-pager`), / boreal-worker@1\[\d+\]: .*Boreal is running/);
  });

  test('after a boot all that was enabled runs again', async () => {
    await machine.reboot();
    for (const port of [8081, 8082]) await untilReady(port);
    const timers = ['boreal-backup-verify.timer', 'boreal-doctor.timer'];
    assert.deepEqual(
      (await units()).toSorted(),
      [...SEVERAL.map((name) => `${name}.service`), 'boreal-clean-gpu.socket', ...timers].toSorted(),
    );
    assert.equal(await failed(), '');
  });

  test('the service that does everything takes the place of several', async () => {
    await type(`systemctl disable ${SEVERAL.join(' ')} && cp --preserve /root/boreal.env /etc/boreal/boreal.env`);
    await type('systemctl enable --now boreal');
    await untilReady();
    for (const name of SEVERAL)
      await until(
        `${name} has ended`,
        READY_MS,
        () => shown(name, 'ActiveState'),
        (is) => is === 'inactive',
      );
    // What Boreal's own Postgres had before.
    assert.match(await type('boreal person operators'), /marie@example\.com/);
  });

  test('removed, nothing runs or is enabled or listed, and the data stays; purged, it stays too, until somebody says otherwise', async () => {
    await type('systemctl start boreal-backup-verify --no-block; kill -KILL "$(systemctl show -P MainPID boreal)"');
    await type('apt-get remove --yes boreal');
    assert.equal(await type(`systemctl list-units --all --plain --no-legend 'boreal*'`), '');
    assert.equal(await type(`find /etc/systemd/system /run/boreal /run/boreal-clean-gpu.sock -name 'boreal*' 2>/dev/null || true`), '');
    assert.equal(await type('pgrep --count --uid boreal || true'), '0');
    assert.ok(existsSync(there('etc/boreal/boreal.env')) && existsSync(there('var/lib/boreal/postgres')));
    await type('apt-get purge --yes boreal');
    assert.ok(!existsSync(there('etc/boreal')) && existsSync(there('var/lib/boreal/postgres')), 'nobody was asked');
    assert.equal(await type(`find /var/lib/systemd/timers -name '*boreal*'`), '');
    await type('apt-get install --yes ./newer.deb');
    await type('echo boreal boreal/purge-data boolean true | debconf-set-selections && apt-get purge --yes boreal');
    assert.ok(!existsSync(there('var/lib/boreal')) && !existsSync(there('var/cache/boreal')));
    assert.equal(await failed(), '');
  });
});

/** Asks for a GPU to be cleaned. */
const ASK = `const socket = require('node:net').connect('/run/boreal-clean-gpu.sock');
socket.on('error', ({ code }) => console.log(code));
socket.write('host 0000:01:00.0\\n');
socket.pipe(process.stdout);`.replaceAll('\n', ' ');

/** What is tried in the place of Boreal, with an Incus' socket beside it: it tells only what it could do. */
const PROBE = `
groupadd --system incus-admin && adduser --quiet boreal incus-admin
mkdir -p /var/lib/incus /run/systemd/system/boreal.service.d
cat >/usr/local/bin/probe <<'END'
#!/bin/sh
exec >/var/lib/boreal/probe 2>/dev/null
for folder in / /usr /usr/lib/boreal /etc /etc/boreal /var/lib /var/log /var/tmp/.. /run /home /root /dev /sys/fs/cgroup /proc/sys/kernel \\
  /var/lib/boreal /var/cache/boreal /run/boreal /var/backups/boreal /tmp; do
  (: >"$folder/x") && echo "wrote $folder/x" && rm "$folder/x"
done
ls /root && echo 'listed /root'
cat /etc/shadow && echo 'read /etc/shadow'
unshare --user true && echo 'made a namespace'
unshare --mount true && echo 'made a namespace of mounts'
chmod u+s /var/lib/boreal/probe && echo 'made a program of its user'
nice -n -5 true 2>&1 | grep -q . || echo 'came first'
ls -d /proc/1 && echo 'saw others'
[ -b /dev/vda ] || [ -e /dev/kmsg ] && echo 'saw devices'
/usr/lib/boreal/bin/node -e "require('node:net').connect('/var/lib/incus/unix.socket').on('data', (said) => { console.log(String(said)); process.exit(); })"
exit 0
END
chmod 755 /usr/local/bin/probe
printf '[Socket]\\nListenStream=/var/lib/incus/unix.socket\\nSocketGroup=incus-admin\\nSocketMode=0660\\nAccept=yes\\n' >/run/systemd/system/incus.socket
printf '[Service]\\nExecStart=/bin/echo -n Incus answers\\nStandardOutput=socket\\n' >/run/systemd/system/incus@.service
printf '[Service]\\nExecStartPost=/usr/local/bin/probe\\n' >/run/systemd/system/boreal.service.d/probe.conf
systemctl daemon-reload && systemctl start incus.socket`;
