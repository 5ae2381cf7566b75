import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatAnew, userData } from './user-data.rules.ts';

const publicKey = 'ssh-ed25519 AAAA me';

function parsed(text: string): unknown {
  const [head, body = ''] = text.split('\n');
  assert.equal(head, '#cloud-config');
  return JSON.parse(body);
}

test('cloud-init makes the user with the key, who may be root', () => {
  assert.partialDeepStrictEqual(parsed(userData({ username: 'ubuntu', publicKey }, null)), {
    users: [{ name: 'ubuntu', ssh_authorized_keys: [publicKey], lock_passwd: true }],
    disable_root: true,
    ssh_pwauth: false,
  });
  assert.deepEqual(parsed(userData({ username: 'root', publicKey }, null)), {
    users: [{ name: 'root', ssh_authorized_keys: [publicKey] }],
    disable_root: false,
    ssh_pwauth: false,
    ssh_deletekeys: true,
  });
});

test('a work disk that the guest sees as a device gets a filesystem once, and its place', () => {
  assert.partialDeepStrictEqual(parsed(userData({ username: 'ubuntu', publicKey }, { path: '/dev/vdb', ephemeral: false })), {
    fs_setup: [{ device: '/dev/vdb', overwrite: false }],
    mounts: [['/dev/vdb', '/work', 'ext4', 'defaults,nofail', '0', '2']],
  });
});

test('a work disk is the user’s, wherever it is mounted from', () => {
  for (const work of ['mounted', { path: '/dev/vdb', ephemeral: true }, { path: '/dev/vdb', ephemeral: false }] as const) {
    assert.partialDeepStrictEqual(parsed(userData({ username: 'ubuntu', publicKey }, work)), { runcmd: [['chown', 'ubuntu', '/work']] });
    assert.ok(!userData({ username: 'root', publicKey }, work).includes('chown'));
  }
  assert.ok(!userData({ username: 'ubuntu', publicKey }, null).includes('chown'));
});

test('an ephemeral disk that the cloud has made anew is formatted at any boot, and one with a customer’s label never', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-disk-'));
  t.after(() => rm(folder, { recursive: true }));
  const disk = join(folder, 'disk');
  await writeFile(disk, '');
  await truncate(disk, 8 * 2 ** 20);
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  const run = (command: string, args: readonly string[]) => execFileSync(command, args, { env }).toString().trim();
  const told = () => ['LABEL', 'TYPE', 'UUID'].map((tag) => run('blkid', ['-p', '-s', tag, '-o', 'value', disk]));
  const boot = () => run('sh', ['-c', formatAnew(disk, 'ubuntu')]);
  run('mkfs.ext2', ['-q', '-F', '-L', 'ephemeral0', disk]);
  boot();
  const [label, type, uuid] = told();
  assert.deepEqual([label, type], ['work', 'ext4']);
  boot();
  assert.equal(told()[2], uuid);
  run('mkfs.ext2', ['-q', '-F', '-L', 'mine', disk]);
  boot();
  assert.equal(told()[0], 'mine');
  const { bootcmd } = JSON.parse(userData({ username: 'ubuntu', publicKey }, { path: disk, ephemeral: true }).split('\n')[1] ?? '');
  assert.deepEqual(bootcmd, [['sh', '-c', formatAnew(disk, 'ubuntu')]]);
});
