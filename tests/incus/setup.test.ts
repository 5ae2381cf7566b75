import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { whyNoLab } from '../../dev/incus/lab.ts';
import { ROOT } from '../testing/boreal-process.ts';
import { BOX_ADDRESS, makeBox, type Box } from '../testing/set-up-box.ts';

const why = await whyNoLab();
const options = why === null ? {} : { skip: why };

/** All that Incus has, as far as setup may make it. */
const INVENTORY = ['incus storage list', 'incus network list', 'incus image list', 'incus list']
  .map((list) => `${list} --format csv`)
  .join('; ');

describe('boreal setup on a box with a bare Incus', options, () => {
  let box: Box;
  before(async () => {
    box = await makeBox();
  });
  after(() => box.close());

  test('on a Debian without netbase it says so before it makes anything', async () => {
    const there = await box.incus(INVENTORY);
    const { code, stderr } = await box.setup({ flags: box.flags, without: '/etc/protocols' });
    assert.equal(code, 1);
    assert.match(stderr, /^\S*No server starts, .*: apt-get install netbase, and go on with: .*setup$/m);
    assert.equal(await box.incus(INVENTORY), there);
  });

  test('ends with a server that answers SSH, and the second run changes nothing', async (t) => {
    const begun = performance.now();
    const first = await box.setup({ flags: box.flags });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    assert.equal(first.code, 0, `${first.stdout}\n${first.stderr}`);
    const [, port = '', user = ''] = /ssh -p (\d+) (\w+)@192\.0\.2\.1/.exec(first.stdout) ?? [];
    assert.equal(await box.ssh({ ip: BOX_ADDRESS, port: Number(port), user }, 'whoami'), 'guest');
    t.diagnostic(`from an Incus without anything to the first SSH: ${seconds} s`);

    const settings = await box.settings();
    const there = await box.incus(INVENTORY);
    const second = await box.setup({ flags: box.flags });
    assert.equal(second.code, 0, `${second.stdout}\n${second.stderr}`);
    assert.match(second.stdout, /Everything is already in place/);
    assert.doesNotMatch(second.stdout, /^ {12}(?:wrote|made|added|started|restarted|put|gave) /m);
    const third = await box.setup({ flags: ['--yes', '--json'] });
    const { steps } = z
      .object({ steps: z.array(z.object({ step: z.string(), changes: z.array(z.string()) })) })
      .parse(JSON.parse(third.stdout));
    assert.deepEqual(
      steps.flatMap(({ changes }) => changes),
      [],
    );
    assert.equal(await box.settings(), settings);
    assert.equal(await box.incus(INVENTORY), there);
    assert.equal(await box.ssh({ ip: BOX_ADDRESS, port: Number(port), user }, 'hostname | cut -c 1-4'), 'srv-');
    assert.match((await box.operate('engine', 'check')).stdout, /has all that it needs[^]*tried: 0 answered/);
    assert.match((await box.operate('ledger', 'verify')).stdout, /\S/);
  });
});

/** Eight H100, as Incus lists those of a real box. */
const CARDS = 'server/src/engines/incus/testing/resources/hgx-h100.json';
const Gpus = z.looseObject({ gpu: z.json() });
const Answer = z.looseObject({ metadata: z.looseObject({}) });
/** One of them is somebody's, and one has a screen. */
const NVIDIA_SMI = `#!/bin/sh
case $1 in
*compute-apps*) echo '00000000:1B:00.0, 1234, python3' ;;
*display_active*) echo '00000000:43:00.0, Enabled' ;;
*) exit 9 ;;
esac
`;

describe('boreal setup on a box that is half set up, with pretended GPUs', options, () => {
  let box: Box;
  before(async () => {
    box = await makeBox();
    await box.program('nvidia-smi', NVIDIA_SMI);
    const { answers } = box.proxy;
    // Of one, Incus knows no version of the driver: its container tools do not see it.
    const cards = (await readFile(join(ROOT, CARDS), 'utf8')).replace(/("0000:d1:00\.0"[^]*?)"nvrm_version"/, '$1"unseen"');
    box.proxy.answers = (passing, body) => {
      if (!passing.path.startsWith('/1.0/resources')) return answers?.(passing, body) ?? null;
      const said = Answer.parse(JSON.parse(body));
      return JSON.stringify({ ...said, metadata: { ...said.metadata, gpu: Gpus.parse(JSON.parse(cards)).gpu } });
    };
    // Somebody has begun by hand.
    await box.incus(
      'incus storage create nvme btrfs size=2000GiB; incus network create lan ipv4.address=203.0.113.17/28 ipv4.nat=false ipv4.dhcp.ranges=203.0.113.29-203.0.113.30 ipv6.address=none dns.mode=none raw.dnsmasq="$(printf \'dhcp-ignore-names\\nno-hosts\')"',
    );
    await appendFile(box.settingsPath, 'INCUS_NETWORK=lan\n');
  });
  after(() => box.close());

  test('takes what is there, sells the cards that nobody uses, and cuts the box into equal machines', async () => {
    const flags = [...box.flags, '--storage', 'nvme', '--price', '3.99', '--first-server', 'no'];
    const preview = await box.setup({ flags: [...flags, '--dry-run'] });
    assert.equal(preview.code, 0, preview.stderr);
    assert.match(preview.stdout, /would make the storage pool backups/);
    assert.match(await box.incus('incus storage list --format csv'), /^nvme,[^\n]*\n$/);
    const done = await box.setup({ flags });
    assert.equal(done.code, 0, `${done.stdout}\n${done.stderr}`);
    assert.doesNotMatch(done.stdout, /made the (?:storage pool machines|network)/);
    assert.match(done.stdout, /started boreal-clean-gpu\.socket/);
    assert.match(await readFile(box.settingsPath, 'utf8'), /^INCUS_GPU_CLEANER=unix:\/\/\/run\/boreal-clean-gpu\.sock$/m);
    assert.match(done.stdout, /0000:1b:00\.0 .* is used by process 1234 \(python3\) on .*, and is not sold/);
    assert.match(done.stdout, /0000:43:00\.0 .* is used by a screen/);
    assert.match(done.stdout, /0000:d1:00\.0 .* is not sold: containers cannot use its driver\. .*nvidia-container-cli info/);
    const plans = await box.operate('plan', 'list');
    assert.match(plans.stdout, /h100-sxm-x1 .* 3\.99 /);
    assert.match(plans.stdout, /h100-sxm-x5 .* 19\.95 /);
    const gpus = (await box.operate('gpu', 'list')).stdout;
    assert.equal(gpus.match(/0000:\w\w:00\.0 +ok/g)?.length, 5, gpus);
    assert.doesNotMatch(gpus, /0000:(?:1b|43|d1):/);
    assert.match((await box.operate('address', 'list')).stdout, /203\.0\.113\.18 +203\.0\.113\.28 +0 +11/);
    const again = await box.setup({ flags: ['--yes'] });
    assert.match(again.stdout, /Everything is already in place/, `${again.stdout}\n${again.stderr}`);
  });

  test('a first server that does not come up is told of with the end of the log, in words', async () => {
    // These GPUs are pretended: no machine starts with one.
    const settings = await readFile(box.settingsPath, 'utf8');
    await writeFile(box.settingsPath, settings.replace(/^INCUS_GPU_CLEANER=.*$/m, 'INCUS_GPU_CLEANER=none'));
    const { code, stdout, stderr } = await box.setup({ flags: ['--yes', '--ssh-key', `${box.sshKey}.pub`] });
    assert.equal(code, 1, stdout);
    assert.match(
      stderr,
      /did not come up, and costs nothing\. The end of Boreal's log:\n[^]*\na machine did not start: \S[^]*server show srv_/,
    );
    assert.doesNotMatch(stderr, /"level"/);
  });

  test('a pool on which containers are not kept to their disks, and a disk that is in use, are refused', async () => {
    await box.incus('incus storage create folder dir');
    const folder = await box.setup({ flags: ['--yes', '--storage', 'folder'] });
    assert.equal(folder.code, 1);
    assert.match(folder.stderr, /is of the kind dir, which does not keep containers to their disks/);
    const [disk = ''] = (await box.incus('lsblk --noheadings --paths --output NAME,MOUNTPOINTS | awk \'$2 == "/" { print $1 }\''))
      .trim()
      .replace(/^[^/]*/, '')
      .split('\n');
    if (disk === '') return;
    const used = await box.setup({ flags: ['--yes', '--storage', disk] });
    assert.match(used.stderr, /is in use at \/\. Nothing is erased here/);
  });
});

/** Lines after which setup is killed, as by somebody who pulls the plug. */
const KILLS = [
  /wrote SITE_URL/,
  /made the storage pool machines/,
  /wrote INCUS_BACKUP_POOL/,
  /made the network/,
  /started boreal\.service/,
  /made the image/,
  /added the model/,
  /added the plan/,
  /made the pool/,
  /gave .* to servers/,
  /added the operator/,
  /added the customer/,
] as const;

describe('boreal setup that is killed again and again', options, () => {
  let box: Box;
  before(async () => {
    box = await makeBox();
  });
  after(() => box.close());

  test('goes on where it was, and ends with one of everything', async () => {
    for (const killAfter of KILLS) {
      const { code, stdout, stderr } = await box.setup({ flags: box.flags, killAfter });
      assert.ok(code === null || code === 0, `${killAfter}: ${stdout}${stderr}`);
      assert.match(stdout, killAfter);
    }
    const last = await box.setup({ flags: box.flags });
    assert.equal(last.code, 0, `${last.stdout}\n${last.stderr}`);
    assert.match(last.stdout, /ssh -p \d+ guest@192\.0\.2\.1/);
    assert.equal(parseEnv(await box.settings())['INCUS_STORAGE_POOL'], 'machines');
    const items = async (...args: readonly string[]) =>
      z.object({ items: z.array(z.json()) }).parse(JSON.parse((await box.operate(...args, '--json')).stdout)).items.length;
    const counted = await Promise.all(
      [
        ['pool', 'list'],
        ['host', 'list'],
        ['plan', 'list'],
        ['model', 'list'],
        ['image', 'list'],
        ['account', 'list'],
        ['server', 'list'],
      ].map((args) => items(...args)),
    );
    assert.deepEqual(counted, [1, 1, 2, 1, 1, 1, 1]);
    const operators = await box.operate('person', 'operators');
    assert.equal(operators.stdout.match(/marie@example\.com/g)?.length, 1);
  });
});
