import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { userData } from '../../server/src/engines/parts/user-data.rules.ts';
import { makeDebianRoot, type DebianRoot } from '../testing/debian-root.ts';
import { withoutLab } from '../testing/lab-openstack.ts';

const TIMEOUT_MS = 15 * 60_000;
const PACKAGES = ['cloud-init', 'e2fsprogs', 'dosfstools', 'openssh-server', 'sudo'];
const SEED = 'var/lib/cloud/seed/config_drive';
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
/** As its units start it, after what fstab says was mounted. */
const STAGES = ['init --local', 'init', 'modules --mode=config', 'modules --mode=final'];

/** The guest of the disposable cloud reads what we say without cloud-init, and is kinder than that. */
describe('a real cloud-init of Debian, told what a machine of OpenStack is told', { skip: withoutLab, timeout: TIMEOUT_MS }, () => {
  let debian: DebianRoot;
  let folder: string | undefined;
  let loop: string | undefined;
  before(
    async () => {
      debian = await makeDebianRoot(PACKAGES);
      folder = await mkdtemp(join(tmpdir(), 'boreal-disk-'));
      const file = join(folder, 'disk');
      await writeFile(file, '');
      await truncate(file, 128 * 2 ** 20);
      loop = run('losetup', '--find', '--show', file);
      const [major = '', minor = ''] = run('stat', '--format=%Hr %Lr', loop).split(' ');
      run('mknod', join(debian.path, 'dev/vdb'), 'b', major, minor);
      for (const kind of ['openstack/latest', 'ec2/latest']) await mkdir(join(debian.path, SEED, kind), { recursive: true });
      // As nova tells it: cloud-init would mount it at /mnt.
      const mapping = { 'instance-id': 'i-1', 'block-device-mapping': { root: '/dev/vda', ephemeral0: '/dev/vdb' } };
      await writeFile(join(debian.path, SEED, 'ec2/latest/meta-data.json'), JSON.stringify(mapping));
      await writeFile(join(debian.path, 'etc/cloud/cloud.cfg.d/99-only.cfg'), 'datasource_list: [ ConfigDrive, None ]\n');
    },
    { timeout: TIMEOUT_MS },
  );
  after(async () => {
    if (loop !== undefined) run('losetup', '--detach', loop);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    await debian?.remove();
  });

  test('finds the ephemeral disk that nova has formatted, and gives it to the user', async () => {
    await becomes({ username: 'ubuntu', ephemeral: true });
    disk('mkfs.vfat', '-n', 'ephemeral0');
    assert.deepEqual(await boots('echo kept >/work/file'), { where: '/dev/vdb /work ext4', whose: 'ubuntu', has: 'file lost+found' });
    assert.match(await debian.run('cat', '/home/ubuntu/.ssh/authorized_keys'), /AAAA me/);
  });

  test('leaves it alone at the next boot', async () => {
    assert.deepEqual(await boots(), { where: '/dev/vdb /work ext4', whose: 'ubuntu', has: 'file lost+found' });
  });

  test('finds the one that is new after a hibernation', async () => {
    disk('mkfs.vfat', '-n', 'ephemeral0');
    assert.deepEqual(await boots(), { where: '/dev/vdb /work ext4', whose: 'ubuntu', has: 'lost+found' });
  });

  test('leaves one alone that the customer has formatted', async () => {
    disk('mkfs.ext4', '-q', '-F', '-L', 'mine');
    assert.deepEqual(await boots('echo mine >/work/mine'), { where: '/dev/vdb /work ext4', whose: 'root', has: 'lost+found mine' });
  });

  test('formats a volume once, for a root that may log in, too', async () => {
    await becomes({ username: 'root', ephemeral: false });
    disk('wipefs', '--all', '--quiet');
    assert.deepEqual(await boots('echo kept >/work/file'), { where: '/dev/vdb /work ext4', whose: 'root', has: 'file lost+found' });
    assert.deepEqual(await boots(), { where: '/dev/vdb /work ext4', whose: 'root', has: 'file lost+found' });
    assert.match(await debian.run('cat', '/root/.ssh/authorized_keys'), /^ssh-ed25519 AAAA me$/m);
  });

  /** Another machine, as nova tells one what it is. */
  async function becomes({ username, ephemeral }: { username: string; ephemeral: boolean }): Promise<void> {
    const told = join(debian.path, SEED, 'openstack/latest');
    const meta = { uuid: randomUUID(), hostname: 'trainer', name: 'trainer' };
    await writeFile(join(told, 'meta_data.json'), JSON.stringify(meta));
    await writeFile(join(told, 'user_data'), userData({ username, publicKey: 'ssh-ed25519 AAAA me' }, { path: '/dev/vdb', ephemeral }));
  }

  function disk(program: string, ...args: readonly string[]): void {
    run(program, ...args, join(debian.path, 'dev/vdb'));
  }

  /** A boot, from fstab on; what is mounted is so until its end. */
  async function boots(andThen = ':'): Promise<{ where: string; whose: string; has: string }> {
    // Some of what cloud-init sets up, such as the network, is not there to be set up.
    const stages = STAGES.map((stage) => `cloud-init ${stage} >/dev/null 2>&1 || :`).join('; ');
    const told = "grep -o '^/dev/vdb [^ ]* [^ ]*' /proc/mounts; stat --format=%U /work; ls -x /work";
    const said = await debian.run('sh', '-c', `rm -rf /run/cloud-init; mount /work 2>/dev/null; ${stages}; ${andThen}; ${told}`);
    const [where = '', whose = '', has = ''] = said.split('\n');
    return { where, whose, has: has.split(/\s+/).join(' ') };
  }
});

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { env: { PATH }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
