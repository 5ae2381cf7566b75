import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIncusClient } from '../../server/src/engines/incus/client/incus-client.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { furnish } from './furnish.ts';

const HERE = import.meta.dirname;

/** Where disposable Incuses are kept: guests' users must be able to traverse it, so it is in nobody's home. */
export const LABS = '/var/lib/boreal-incus';

/** Package lists and the guest's image, shared by all labs of the machine. */
export const CACHE = join(LABS, 'cache');

/** A tenth of a second each: many times what a start takes, for machines that are busy with other things. */
const START_TRIES = 1200;

/** The monitors first, who would tell Incus; then process 1 of each guest, with which its others end. */
const KILL_GUESTS = `
for process in /proc/[0-9]*; do
  case $(tr '\\0' ' ' <"$process/cmdline" 2>/dev/null) in '[lxc monitor]'*) kill -KILL "\${process#/proc/}" 2>/dev/null || true ;; esac
done
for process in /proc/[0-9]*; do
  guest=$(awk '/^NSpid:/ && NF == 3 && $3 == 1 { print $2 }' "$process/status" 2>/dev/null || true)
  if [ -n "$guest" ]; then kill -KILL "$guest" 2>/dev/null || true; fi
done`;

/** A running disposable Incus. */
export interface Lab {
  readonly dir: string;
  /** Its INCUS_URL. */
  readonly url: string;
  readonly socketPath: string;
  /** Relays (relay.ts) into its network: the host's, where Boreal would be, and one from outside, where customers are. */
  readonly hostRelay: string;
  readonly outsideRelay: string;
  /** The process 1 of its namespaces, as this machine numbers it. */
  readonly pid: number;
  /** Kills incusd at once, as a power cut does; its guests live on. It comes back by itself. */
  killIncus(): Promise<void>;
  /** Kills incusd and keeps it stopped until `release`. */
  holdIncus(): Promise<void>;
  releaseIncus(): Promise<void>;
  /** Stops incusd in the middle of what it does, so that it answers nobody, until it is let go on. */
  freezeIncus(): Promise<void>;
  thawIncus(): Promise<void>;
  /** Ends incusd and every guest in the same moment, as when the box loses its power; it stays away until `releaseIncus`. */
  cutPower(): Promise<void>;
  /** Ends everything in it and removes it. */
  stop(): Promise<void>;
}

/** Why Incus cannot run on this machine, as a sentence; null when it can. Installs what is missing where it may. */
export async function whyNoLab(): Promise<string | null> {
  if (process.platform !== 'linux') return 'Incus runs on Linux only.';
  if (process.getuid?.() !== 0) return 'A throw-away Incus needs root (in a container of its own), and this is not root.';
  const unshared = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', '--cgroup', '--uts', '--ipc', 'true']);
  if (unshared.status !== 0) return 'This machine may not make namespaces (unshare is refused), which a throw-away Incus needs.';
  await mkdir(CACHE, { recursive: true });
  await chmod(LABS, 0o711);
  return oneAtATime(async () => {
    const installed = spawnSync('sh', [join(HERE, 'install.sh'), CACHE], { encoding: 'utf8' });
    if (installed.status !== 0) return installed.stdout.trim() || `Incus could not be installed: ${installed.stderr.trim()}`;
    if (await isImageCurrent()) return null;
    const built = spawnSync('sh', [join(HERE, 'guest', 'build.sh'), CACHE, CACHE], { encoding: 'utf8' });
    return built.status === 0 ? null : `The guest's image could not be built: ${built.stderr.trim()}`;
  });
}

/** The image is there and no older than what it is built from. */
async function isImageCurrent(): Promise<boolean> {
  const written = (path: string) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const built = await Promise.all(['root.tar', 'meta.tar'].map((name) => written(join(CACHE, name))));
  const sources = await Promise.all(['build.sh', 'init', 'metadata.yaml'].map((name) => written(join(HERE, 'guest', name))));
  return Math.min(...built) > Math.max(...sources);
}

/** Only one process installs and builds at a time; a lock whose owner has died is taken over. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const lock = join(CACHE, 'lock');
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
      if (owner > 0 && !existsSync(`/proc/${owner}`)) await rm(lock, { force: true });
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Starts an Incus in `dir`, below LABS, or finds the one that runs there; with pools, a network and the guest's image. */
export async function startLab(dir: string, options: { furnished?: boolean } = {}): Promise<Lab> {
  const running = await findLab(dir);
  if (running) return running;
  await mkdir(join(dir, 'incus'), { recursive: true });
  await chmod(dir, 0o711);
  await chmod(join(dir, 'incus'), 0o711);
  const log = openSync(join(dir, 'lab.log'), 'w');
  const child = spawn('bash', [join(HERE, 'enter.sh'), dir, process.execPath, join(HERE, 'relay.ts')], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  let ended = false;
  child.once('exit', () => (ended = true));
  const lab = labAt(dir, () => innerPid(child.pid ?? 0));
  for (let tries = 0; !(await answers(lab)); tries += 1) {
    if (ended || tries > START_TRIES)
      throw new Error(`Incus did not start:\n${readFileSync(join(dir, 'lab.log'), 'utf8')}\n${tail(join(dir, 'incusd.log'))}`);
    await sleep(100);
  }
  await writeFile(join(dir, 'pid'), String(lab.pid));
  if (options.furnished ?? true) await withClient(lab, (client) => furnish(client, { cache: CACHE }));
  return lab;
}

/** The Incus that runs in a folder. */
export async function findLab(dir: string): Promise<Lab | null> {
  const pid = Number(await readFile(join(dir, 'pid'), 'utf8').catch(() => '0'));
  if (pid === 0 || !commandOf(pid).includes('inner.sh')) return null;
  return labAt(dir, () => pid);
}

function labAt(dir: string, pidOf: () => number): Lab {
  const socketPath = join(dir, 'incus', 'unix.socket');
  const hold = join(dir, 'hold');
  const tellIncus = async (signal: 'KILL' | 'STOP' | 'CONT') =>
    void inside(lab, ['kill', `-${signal}`, readFileSync(join(dir, 'incusd.pid'), 'utf8').trim()]);
  const lab: Lab = {
    dir,
    url: `unix://${socketPath}`,
    socketPath,
    hostRelay: join(dir, 'host.sock'),
    outsideRelay: join(dir, 'outside.sock'),
    get pid() {
      return pidOf();
    },
    killIncus: () => tellIncus('KILL'),
    freezeIncus: () => tellIncus('STOP'),
    thawIncus: () => tellIncus('CONT'),
    async holdIncus() {
      await writeFile(hold, '');
      await lab.killIncus();
    },
    releaseIncus: () => rm(hold, { force: true }),
    async cutPower() {
      await lab.holdIncus();
      inside(lab, ['sh', '-c', KILL_GUESTS]);
    },
    async stop() {
      // Its namespaces, and every process and mount in them, end with process 1.
      const { pid } = lab;
      if (pid > 0 && commandOf(pid).includes('inner.sh')) process.kill(pid, 'SIGKILL');
      for (let tries = 0; commandOf(pid) !== '' && tries < 100; tries += 1) await sleep(50);
      for (const group of (await readFile(join(dir, 'cgroups'), 'utf8').catch(() => '')).split('\n').filter(Boolean)) {
        // The last processes leave their groups a moment after process 1.
        for (let tries = 0; existsSync(group) && tries < 50; tries += 1) {
          if (tries > 0) await sleep(100);
          spawnSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
        }
      }
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return lab;
}

/** Runs a program in the lab's own network, among its processes. */
export function inside(lab: Lab, command: readonly string[]): string {
  const entered = spawnSync('nsenter', ['--target', String(lab.pid), '--mount', '--net', '--pid', '--uts', '--ipc', ...command], {
    encoding: 'utf8',
  });
  if (entered.status !== 0) throw new Error(`${command.join(' ')}: ${entered.stderr}`);
  return entered.stdout;
}

async function answers(lab: Lab): Promise<boolean> {
  try {
    await withClient(lab, (client) => client.text('/1.0', AbortSignal.timeout(2000)));
    return existsSync(lab.hostRelay) && existsSync(lab.outsideRelay);
  } catch {
    return false;
  }
}

export async function withClient<T>(lab: Lab, use: (client: ReturnType<typeof createIncusClient>) => Promise<T>): Promise<T> {
  const client = createIncusClient({ socketPath: lab.socketPath }, { clock: systemClock(), project: 'default' });
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

/** unshare --fork has one child: process 1 of the namespaces. */
function innerPid(unsharePid: number): number {
  try {
    return Number(readFileSync(`/proc/${unsharePid}/task/${unsharePid}/children`, 'utf8').trim().split(' ')[0]);
  } catch {
    return 0;
  }
}

function commandOf(pid: number): string {
  if (pid === 0) return '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function tail(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(-20).join('\n') : '';
}
