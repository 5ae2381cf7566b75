import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseEnv } from 'node:util';
import { CACHE, whyNoLab, type Lab } from '../../dev/incus/lab.ts';
import { testDatabase, type TestDatabase } from '../../server/src/db/testing.ts';
import { startTestLab } from '../../server/src/engines/incus/testing/test-lab.ts';
import { runCommand } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { refusal } from '../testing/boreal-process-refusal.ts';
import type { Environment } from '../testing/boreal-process.ts';
import { guideCommands, type GuideCommand } from '../testing/guide-commands.ts';

/** What becomes of a command here: typed as it stands, typed with something in its place, or not typed, and why. */
type Fate =
  | { readonly typed: string; readonly prints?: RegExp; readonly fails?: RegExp }
  | { readonly instead: Readonly<Record<string, string>>; readonly of: string; readonly why: string; readonly prints?: RegExp }
  | { readonly starts: string; readonly why: string }
  | { readonly not: string; readonly why: string };

const CHANGES_MACHINE = 'it would change the machine that runs the tests';
const NO_GPU = 'there is no GPU here';
const NO_INTERNET = 'a throw-away Incus reaches nothing outside';

/** The commands of the guide in its order, each by how it begins. A command that is not here fails the test, and so does one too many. */
const fates: readonly Fate[] = [
  { not: 'apt-get update', why: CHANGES_MACHINE },
  { not: 'apt-get install -y curl', why: CHANGES_MACHINE },
  { typed: '. /etc/os-release' },
  { not: 'curl -fsSLO', why: NO_GPU },
  { not: 'dpkg -i cuda-keyring', why: NO_GPU },
  { not: 'apt-get update', why: CHANGES_MACHINE },
  { not: 'apt-get install -y nvidia-open', why: NO_GPU },
  { not: 'modprobe nvidia', why: NO_GPU },
  { not: 'nvidia-smi -L', why: NO_GPU },
  { not: 'branch=$(modinfo', why: NO_GPU },
  { not: 'apt-get install -y "nvidia-fabricmanager', why: NO_GPU },
  { not: 'systemctl enable --now nvidia-fabricmanager', why: NO_GPU },
  { not: 'nvidia-smi -q', why: NO_GPU },
  { not: 'apt-mark hold', why: CHANGES_MACHINE },

  { not: 'apt-get install -y incus', why: 'dev/incus/install.sh has installed Incus' },
  { not: "grep -q '^root:' /etc/subuid", why: CHANGES_MACHINE },
  { not: 'systemctl restart incus', why: 'no systemd runs the throw-away Incus' },
  { typed: 'incus admin init --minimal' },
  {
    of: 'incus storage create nvme lvm',
    instead: { 'lvm source=/dev/nvme1n1': 'btrfs size=2GiB' },
    why: 'no disk to spare, no device mapper',
  },
  {
    of: 'incus storage create backups lvm',
    instead: { 'lvm source=/dev/sdb': 'btrfs size=2GiB' },
    why: 'no disk to spare, no device mapper',
  },
  { typed: 'incus network create boreal' },
  { typed: 'incus network show boreal', prints: /ipv4\.address: 203\.0\.113\.17\/28[\s\S]*status: Created/ },
  { typed: 'mirror=$(apt-get indextargets', prints: /^https?:\/\/\S+\n$/ },
  { not: 'echo "deb $mirror', why: CHANGES_MACHINE },
  { not: 'apt-get update', why: CHANGES_MACHINE },

  { of: 'incus launch', instead: { 'images:ubuntu/24.04/cloud template': 'guest template --storage nvme' }, why: NO_INTERNET },
  { not: 'incus exec template -- cloud-init status', why: 'the guest of the tests has no cloud-init' },
  { not: 'incus exec template -- apt-get update', why: NO_INTERNET },
  { not: 'incus exec template -- apt-get install', why: NO_INTERNET },
  { typed: 'incus exec template -- sh -c' },
  { not: 'incus exec template -- cloud-init clean', why: 'the guest of the tests has no cloud-init' },
  { typed: 'incus stop template' },
  { typed: 'incus publish template', prints: /Instance published with fingerprint/ },
  { typed: 'incus delete template' },

  { not: 'apt-get install -y postgresql', why: CHANGES_MACHINE },
  { not: 'adduser --system', why: CHANGES_MACHINE },
  { not: 'adduser boreal incus-admin', why: CHANGES_MACHINE },
  { not: 'su postgres', why: CHANGES_MACHINE },
  { not: 'mkdir -p /opt/boreal', why: CHANGES_MACHINE },
  { of: 'install -m 755', instead: { '/usr/local/sbin': 'FOLDER' }, why: CHANGES_MACHINE },
  { of: "printf '#!/bin/sh", instead: { '/usr/local/sbin': 'FOLDER' }, why: CHANGES_MACHINE },
  { of: 'chmod 755', instead: { '/usr/local/sbin': 'FOLDER' }, why: CHANGES_MACHINE },
  { not: "echo 'boreal ALL", why: CHANGES_MACHINE },
  { not: 'chmod 440', why: CHANGES_MACHINE },
  { of: 'install -d -m 750', instead: { '-g boreal': '', '/etc/boreal': 'FOLDER' }, why: CHANGES_MACHINE },
  { of: 'cat >/etc/boreal/boreal.env', instead: { '/etc/boreal': 'FOLDER', '/usr/local/sbin': 'FOLDER' }, why: CHANGES_MACHINE },
  { of: 'cat >/etc/systemd/system/boreal', instead: { '/etc/systemd/system': 'FOLDER' }, why: CHANGES_MACHINE },
  { not: 'systemctl daemon-reload', why: 'there is no systemd' },
  { starts: 'systemctl enable --now boreal', why: 'there is no systemd; Boreal is started with the same environment' },
  { not: 'journalctl -u boreal', why: 'there is no systemd' },
  { not: 'sudo -u boreal -s', why: CHANGES_MACHINE },
  { not: 'cd /opt/boreal', why: 'the test gives each command the environment of the file' },
  { typed: 'npm run operator -- image add' },
  { typed: 'npm run operator -- model add', prints: /Added the model H100 SXM/ },
  { typed: 'npm run operator -- plan add h100-sxm --gpus 1', prints: /offered at 3\.99 CAD/ },
  { typed: 'npm run operator -- plan add h100-sxm --gpus 8', prints: /offered at 31\.92 CAD/ },
  { of: 'npm run operator -- pool add', instead: { '--machines container': '--machines container --without-gpus' }, why: NO_GPU },
  { typed: 'npm run operator -- engine hosts', prints: /HOST/ },
  { of: 'npm run operator -- host add "$(hostname)"', instead: { 'mtl-h100': 'mtl-h100 --gpus 8' }, why: NO_GPU },
  { typed: 'npm run operator -- address add 203' },
  { typed: 'npm run operator -- address add 2001' },
  { typed: 'npm run operator -- engine check', fails: /^(?!.*(image|network|address|cleaner)).*storage pool/is },
  { not: 'npm run operator -- host add NAME --pool POOL --device 0000:17:00.0 --device', why: NO_GPU },
  { not: 'nvidia-smi -L', why: NO_GPU },
  { not: 'npm run operator -- host add NAME --pool POOL --device 0000:17:00.0/MIG', why: NO_GPU },
  { not: 'npm run operator -- host add NAME --pool POOL --device 10de', why: NO_GPU },
  { not: 'npm run operator -- host add NAME --pool par-4090 --pool par-l40s', why: NO_GPU },
  { not: 'npm run operator -- gpu add NAME --pool POOL', why: NO_GPU },
  { of: 'cat >/etc/systemd/system/mig', instead: { '/etc/systemd/system': 'FOLDER' }, why: CHANGES_MACHINE },
  { not: 'systemctl enable --now mig', why: NO_GPU },

  { typed: 'npm run operator -- account list', prints: /acc_/ },
  { of: 'npm run operator -- account credit', instead: { ACCOUNT: 'acc_…' }, why: 'the guide names none', prints: /50/ },
];

const why = await whyNoLab();

describe('the operator’s guide to Incus, as it is typed', why === null ? {} : { skip: why }, () => {
  let [lab, home, database, folder]: [Lab?, BorealHome?, TestDatabase?, string?] = [];
  before(async () => {
    lab = await startTestLab({ furnished: false });
    home = await makeBorealHome();
    database = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'boreal-guide-'));
    // In place of the images on the internet.
    await typed(`incus image import ${CACHE}/meta.tar ${CACHE}/root.tar --alias guest`);
  });
  after(async () => {
    await home?.close();
    await database?.close();
    await lab?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  /** What the guide's file says, but where database and Incus are here. */
  async function written(): Promise<Environment> {
    const read = parseEnv(await readFile(join(folder ?? '', 'boreal.env'), 'utf8').catch(() => ''));
    const given = Object.fromEntries(Object.entries(read).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
    return { ...given, DATABASE_URL: database?.url ?? '', INCUS_URL: lab?.url ?? '', INCUS_PROBE_PROXY: `unix://${lab?.hostRelay}` };
  }

  async function typed(text: string, { fails, prints = /(?:)/ }: { fails?: RegExp | undefined; prints?: RegExp | undefined } = {}) {
    const command = text.replaceAll('FOLDER', folder ?? '');
    const place = { INCUS_SOCKET: lab?.socketPath ?? '', INCUS_CONF: join(folder ?? '', 'incus'), ...(await written()) };
    const { code, stdout, stderr } = await runCommand('bash', ['-euc', command], { environment: place });
    assert.equal(code === 0, fails === undefined, `${command}\n${stdout}${stderr}`);
    assert.match(`${stdout}${stderr}`, fails ?? prints, command);
    return stdout;
  }

  test('each command is typed in order, or it says here why not', async () => {
    const commands = await guideCommands('operators-guide-incus.md', 'One GPU machine, from bare Debian to the first server');
    assert.deepEqual(
      commands.map(({ text }, n) => (text.startsWith(beginningOf(fates[n])) ? beginningOf(fates[n]) : text)),
      fates.map(beginningOf),
    );
    for (const [n, command] of commands.entries()) await type(command, fates[n]);
    // The lines that make an image also make its next version.
    for (const [n, command] of commands.entries()) if (command.heading.startsWith('3. ')) await type(command, fates[n]);
  });

  test('one public address is shared as it is typed, but for the name of the network, which is there already', async () => {
    const commands = await guideCommands('operators-guide-incus.md', 'A box with one public address');
    const [network, ...operators] = commands.map(({ text }) => text);
    assert.match(network ?? '', /^incus network create boreal /);
    await typed((network ?? '').replace('create boreal ', 'create private '));
    await typed('incus network show private', { prints: /ipv4\.nat: "true"[\s\S]*status: Created/ });
    assert.equal(operators.length, 3);
    const printed = [/Added 249 addresses/, /share 203\.0\.113\.7, ports 20000 to 29999/, /20000-29999 +0 +0 +10000\n/];
    for (const [n, command] of operators.entries()) await typed(command, { prints: printed[n] });
  });

  async function type({ text }: GuideCommand, fate: Fate | undefined): Promise<void> {
    if (fate === undefined || 'not' in fate) return;
    if ('starts' in fate) return start();
    if ('typed' in fate) return void (await typed(text.startsWith('mirror=') ? `${text}; echo "$mirror"` : text, fate));
    let command = text;
    for (const [from, to] of Object.entries(fate.instead)) {
      assert.ok(command.includes(from), `${from} in ${command}`);
      command = command.replaceAll(from, to === 'acc_…' ? await someAccount() : to);
    }
    await typed(command, fate);
  }

  async function someAccount(): Promise<string> {
    const [account] = /acc_\w+/.exec(await typed('npm run --silent operator -- account list')) ?? [];
    assert.ok(account);
    return account;
  }

  /** Production has all that it asks for, but for the disks of this machine; a demo has customers at once, and a catalog that goes. */
  async function start(): Promise<void> {
    assert.ok(home);
    const environment = { ...(await written()), BOREAL_PASSWORD_COST: '17' };
    const [first, ...complaints] = (await refusal(home, environment)).trim().split('\n');
    assert.equal(first, 'Machines of the engine incus cannot be rented to strangers, so production does not start:');
    assert.deepEqual(
      complaints.filter((line) => !/^ *- The storage pool \w+ is (btrfs|a folder)/.test(line)),
      [],
    );
    const boreal = await home.start({ ...(await written()), BOREAL_MODE: 'demo', SITE_URL: '', BOREAL_SECRET: '' });
    await boreal.end('SIGTERM');
    const tables = ['prices', 'plans', 'gpu_models', 'images'].map((table) => `delete from ${table};`).join(' ');
    // Prices are never removed, but here.
    await database?.pool.query(`set session_replication_role = replica; ${tables} reset session_replication_role`);
  }
});

function beginningOf(fate: Fate | undefined): string {
  if (fate === undefined) return '';
  return 'typed' in fate ? fate.typed : 'not' in fate ? fate.not : 'starts' in fate ? fate.starts : fate.of;
}
