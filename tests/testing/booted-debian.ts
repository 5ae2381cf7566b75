import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rmdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { NODE, ROOT, until } from './boreal-process.ts';
import type { DebianRoot } from './debian-root.ts';

const run = promisify(execFile);
const BOOT = join(ROOT, 'tests/testing/boot-debian.sh');
const ENVIRONMENT = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];
const BIG = { maxBuffer: 64 * 1024 * 1024 };
/** What of Debian makes a root boot, and is not on a bare one. */
export const BOOTABLE = ['systemd', 'systemd-sysv', 'dbus', 'procps', 'curl'];

/** A program that ended with an error, or by a signal. One that is not there has a name for its code. */
const Failed = z.object({ code: z.number().nullable(), stdout: z.string(), stderr: z.string() });

/** A Debian whose process 1 is systemd. Its network is its own, and leads nowhere. */
export interface BootedDebian {
  /** Types a script as root, which ends with its first error, and answers with what it prints. */
  readonly type: (script: string) => Promise<string>;
  /** Starts a mail server on it, which takes everything, and answers with its URL. It is gone after the next boot. */
  readonly startMail: () => Promise<string>;
  readonly reboot: () => Promise<void>;
  readonly halt: () => Promise<void>;
}

/** Why no systemd can be process 1 here; null when one can. */
export async function whyNoSystemd(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'systemd is booted as root of a Linux only';
  const group = spawnSync('sh', [BOOT, 'group', 'boreal-try'], { encoding: 'utf8' });
  if (group.status !== 0) return group.stdout.trim();
  // What booting needs that a container may refuse: a control group to write, namespaces, and mounts in them.
  const tried = spawnSync('sh', ['-c', TRY, 'sh', group.stdout.trim()], { encoding: 'utf8' });
  return tried.status === 0 ? null : `systemd cannot be booted here: ${tried.stderr.trim()}`;
}

const TRY = `set -e
mkdir -p "$1"
trap 'rmdir "$1"' EXIT
sh -c 'echo $$ >"$1/cgroup.procs" && exec unshare --mount --pid --fork --ipc --uts --net --cgroup sh -euc "
  mount -t cgroup2 cgroup2 /mnt && mkdir /mnt/try && rmdir /mnt/try && mount -t sysfs -o ro sysfs /mnt && ip link set lo up"' sh "$1"`;

export async function bootDebian(debian: DebianRoot): Promise<BootedDebian> {
  // There is no network to look for what is new on, and apt has one user at a time.
  for (const timer of ['apt-daily.timer', 'apt-daily-upgrade.timer'])
    await symlink('/dev/null', join(debian.path, 'etc/systemd/system', timer));
  const group = (await run('sh', [BOOT, 'group', basename(debian.path)])).stdout.trim();
  let machine = await boot();
  let mail: ChildProcess | null = null;

  /** As it ends by itself, or else at once. */
  async function halt(): Promise<void> {
    mail?.kill('SIGKILL');
    mail = null;
    await inside(['systemctl', 'poweroff']).catch(() => machine.child.kill('SIGKILL'));
    const hard = setTimeout(() => machine.child.kill('SIGKILL'), 90_000);
    await machine.ended;
    clearTimeout(hard);
    await removeGroup(group);
  }

  async function boot() {
    const child = spawn('sh', [BOOT, 'boot', group, debian.path], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    try {
      const init = await until('systemd starts', 30_000, () => systemdOf(child));
      const enters = [...entering(init ?? ''), 'systemctl', 'is-system-running'];
      const state = () => run('nsenter', enters).then(({ stdout }) => stdout.trim(), said);
      await until('Debian has booted', 120_000, state, (is) => is === 'running');
      return { child, ended, init: init ?? '' };
    } catch (error) {
      child.kill('SIGKILL');
      await ended;
      throw error;
    }
  }

  const inside = (command: readonly string[]) => run('nsenter', [...entering(machine.init), ...command], { ...BIG, timeout: 10 * 60_000 });
  return {
    async type(script) {
      try {
        return (await inside(['bash', '--norc', '-euo', 'pipefail', '-c', `cd /root && { ${script}\n} 2>&1`])).stdout.trim();
      } catch (error) {
        throw new Error(`it ended with an error: ${script}\n${said(error)}`, { cause: error });
      }
    },
    async startMail() {
      const child = spawn('nsenter', [`--net=/proc/${machine.init}/ns/net`, NODE, '--input-type=module', '--eval', MAIL], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      mail = child;
      const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'));
      return line.toString().trim();
    },
    async reboot() {
      await halt();
      machine = await boot();
    },
    halt,
  };
}

const MAIL = `const { startSmtpServer } = await import('${join(ROOT, 'server/src/mail/testing.ts')}');
console.log((await startSmtpServer()).url);`;

/** Its number among this machine's processes, once it is no longer the shell that starts it. */
async function systemdOf({ pid }: ChildProcess): Promise<string | null> {
  const init = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).trim();
  const name = await readFile(`/proc/${init}/comm`, 'utf8').catch(() => '');
  return init !== '' && name.trim() === 'systemd' ? init : null;
}

function entering(init: string): readonly string[] {
  return ['--target', init, '--mount', '--pid', '--ipc', '--uts', '--net', '--cgroup', '--root', '--wd', ...ENVIRONMENT];
}

function said(error: unknown): string {
  const { stdout, stderr } = Failed.parse(error);
  return (stdout + stderr).trim();
}

/** What systemd has made in it stays when systemd ends. */
async function removeGroup(group: string): Promise<void> {
  if (!existsSync(group)) return;
  for (const entry of await readdir(group, { withFileTypes: true })) if (entry.isDirectory()) await removeGroup(join(group, entry.name));
  await rmdir(group);
}
