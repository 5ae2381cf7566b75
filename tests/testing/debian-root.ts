import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './boreal-process.ts';

const run = promisify(execFile);
const BIG = { maxBuffer: 64 * 1024 * 1024 };
const SOURCES = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
const QUIET = { DEBIAN_FRONTEND: 'noninteractive', PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };

export interface DebianRoot {
  readonly path: string;
  /** Runs a program in it and answers with what it prints; whatever it leaves running ends with it. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<string>;
  /** Installs a package's file by dpkg, which says why when it does not. */
  readonly install: (deb: string) => Promise<string>;
  /** Starts something that goes on, and answers with what ends it, and all that it started. */
  readonly start: (environment: NodeJS.Dict<string>, ...command: readonly string[]) => () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A Debian with nothing on it but what Boreal's package depends on, and what is named besides, to be thrown away. As root, from this machine's own sources. */
export async function makeDebianRoot(besides: readonly string[] = []): Promise<DebianRoot> {
  const source = SOURCES.find((file) => existsSync(file));
  if (source === undefined) throw new Error('apt of this machine has no sources to take Debian from');
  const [, suite = 'bookworm'] = /^VERSION_CODENAME=(.*)$/m.exec(await readFile('/etc/os-release', 'utf8')) ?? [];
  const [, depends = ''] = /^Depends: (.*)$/m.exec(await readFile(join(ROOT, 'packaging/control'), 'utf8')) ?? [];
  const include = [...depends.split(', ').map((one) => one.replace(/ .*$/, '')), ...besides];
  const path = await mkdtemp(join(tmpdir(), 'boreal-debian-'));
  await run('mmdebstrap', ['--mode=root', '--variant=minbase', `--include=${include.join()}`, suite, path, source], {
    ...BIG,
    timeout: 15 * 60_000,
  });
  // As an installer writes it, and debootstrap does not.
  await writeFile(join(path, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  // Processes and /proc of its own, and the machine's /sys, where lsblk looks for its disks: what is left running ends with the first
  // process, and no mount is left on this machine.
  const enter = `mount --bind /sys ${path}/sys && exec chroot ${path} "$@"`;
  const within = ['--mount', '--pid', '--fork', '--kill-child', `--mount-proc=${join(path, 'proc')}`, 'sh', '-c', enter, 'sh'];
  const inside = async (program: string, ...args: readonly string[]) =>
    (await run('unshare', [...within, program, ...args], { ...BIG, env: QUIET, timeout: 10 * 60_000 })).stdout.trim();
  return {
    path,
    run: inside,
    install: async (deb) => {
      await copyFile(deb, join(path, 'root', basename(deb)));
      try {
        return await inside('dpkg', '--install', `/root/${basename(deb)}`);
      } finally {
        await rm(join(path, 'root', basename(deb)));
      }
    },
    start: (environment, ...command) => {
      const child = spawn('unshare', [...within, ...command], { env: { ...QUIET, ...environment }, stdio: 'ignore' });
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      return async () => {
        child.kill('SIGKILL');
        await ended;
      };
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
