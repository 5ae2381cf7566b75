import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { userData } from '../server/src/engines/parts/user-data.rules.ts';
import { makeDebianRoot, type DebianRoot } from './testing/debian-root.ts';
import { withoutLab } from './testing/lab-openstack.ts';

const TIMEOUT_MS = 15 * 60_000;
const PACKAGES = ['cloud-init', 'e2fsprogs', 'dosfstools', 'openssh-server', 'sudo'];
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
/** As its units start it, after what fstab says was mounted. */
const STAGES = ['init --local', 'init', 'modules --mode=config', 'modules --mode=final'];

/** The guest of the disposable cloud reads what we say without cloud-init, and is kinder than that. */
describe('a real cloud-init of Debian, told what a machine of OpenStack is told', { skip: withoutLab, timeout: TIMEOUT_MS }, () => {
  let debian: DebianRoot;
  let folder: string;
  let loop: string;
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
      const seed = join(debian.path, 'var/lib/cloud/seed/config_drive');
      await mkdir(join(seed, 'openstack/latest'), { recursive: true });
      await mkdir(join(seed, 'ec2/latest'), { recursive: true });
      const own = { username: 'ubuntu', publicKey: 'ssh-ed25519 AAAA me' };
      await writeFile(join(seed, 'openstack/latest/user_data'), userData(own, { path: '/dev/vdb', ephemeral: true }));
      const uuid = '11111111-2222-3333-4444-555555555555';
      await writeFile(join(seed, 'openstack/latest/meta_data.json'), JSON.stringify({ uuid, hostname: 'trainer', name: 'trainer' }));
      // As nova tells it: cloud-init would mount it at /mnt.
      const mapping = { 'instance-id': 'i-1', 'block-device-mapping': { root: '/dev/vda', ephemeral0: '/dev/vdb' } };
      await writeFile(join(seed, 'ec2/latest/meta-data.json'), JSON.stringify(mapping));
      await writeFile(join(debian.path, 'etc/cloud/cloud.cfg.d/99-only.cfg'), 'datasource_list: [ ConfigDrive, None ]\n');
    },
    { timeout: TIMEOUT_MS },
  );
  after(async () => {
    if (loop) run('losetup', '--detach', loop);
    await rm(folder, { recursive: true, force: true });
    await debian?.remove();
  });

  test('finds the ephemeral disk that nova has formatted, and gives it to the user', async () => {
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

  function disk(program: string, ...args: readonly string[]): void {
    run(program, ...args, loop);
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
