import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, configFiles, DATABASES, PASSWORD, PUBLISHED } from './config.ts';
import { furnish, lab as furniture } from './furnish.ts';
import { endProcessesOf } from './lab-processes.ts';
import { namespacesOf, remainsOf } from './lab-remains.ts';
import { registerServices } from './register-services.ts';
import { BASE, CLOUD, KEYSTONE, SCHEMAS, type Program } from './services.ts';

const HERE = import.meta.dirname;

/** Where the disposable OpenStack is kept; there is one on a machine, for its services have fixed ports. */
export const HOME = '/var/lib/boreal-openstack';
const DIR = join(HOME, 'lab');
/** The guest's image and the log of apt, which outlive it. */
const CACHE = join(HOME, 'cache');
/** In DIR while it starts: which process starts it. */
const STARTER = 'starter';
const STARTS_WITHIN_MS = 10 * 60_000;
const UP_WITHIN_MS = 180_000;
/**
 * Ends a program with all of its processes and waits until they are gone; fails when none are. A signal's number after `-s` only: for
 * Debian's sh, the `--` after `-KILL` is a process.
 */
const KILL = 'group=$(cat "$DIR/run/$0.pid") && kill -s KILL -- "-$group" && while kill -s 0 -- "-$group" 2>/dev/null; do sleep 0.05; done';
/** Fails unless so many routers have a default route. */
const ROUTED =
  'for r in $(ip netns | grep -o "^qrouter-[^ ]*"); do ip netns exec "$r" ip route show default | grep via; done | wc -l | grep -qx "$0"';
const ROUTED_WITHIN_MS = 90_000;
const L3_STARTS = 3;
/** Whatever Python and proxies whoever starts it may have: programs of Debian's are to find Debian's. */
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** A running disposable OpenStack. */
export interface Lab {
  readonly dir: string;
  /** With `/v3`. */
  readonly authUrl: string;
  /** Leads to guests as from 172.24.4.1, for `OPENSTACK_PROBE_PROXY` and ssh. */
  readonly outsideRelay: string;
  /** Ends a program of it at once, as a crash does. */
  kill(name: string): Promise<void>;
  start(name: string): Promise<void>;
  /** Ends everything in it and removes it. @throws when something is left */
  stop(): Promise<void>;
}

/** Why OpenStack cannot run on this machine, as a sentence; null when it can. Installs what is missing where it may. */
export async function whyNoLab(): Promise<string | null> {
  if (process.platform !== 'linux') return 'OpenStack runs on Linux only.';
  if (process.getuid?.() !== 0) return 'A disposable OpenStack needs root (in a container of its own), and this is not root.';
  if (spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', '--uts', '--ipc', 'true']).status !== 0)
    return 'This machine may not make namespaces (unshare is refused), which a disposable OpenStack needs.';
  await mkdir(CACHE, { recursive: true });
  await chmod(HOME, 0o711);
  const installed = spawnSync('sh', [join(HERE, 'install.sh'), CACHE], { encoding: 'utf8' });
  if (installed.status !== 0) return installed.stdout.trim() || `OpenStack could not be installed: ${installed.stderr.trim()}`;
  if (await isGuestCurrent()) return null;
  const built = spawnSync('sh', [join(HERE, 'guest', 'build.sh'), CACHE], { encoding: 'utf8' });
  return built.status === 0 ? null : `The guest's image could not be built: ${built.stderr.trim()}`;
}

/** The guest is there and no older than what it is built from. */
async function isGuestCurrent(): Promise<boolean> {
  const written = (path: string) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const built = await Promise.all(['disk.qcow2', 'ramdisk', 'kernel'].map((name) => written(join(CACHE, name))));
  const sources = await Promise.all(['build.sh', 'init', 'lease'].map((name) => written(join(HERE, 'guest', name))));
  return Math.min(...built) > Math.max(...sources);
}

/** Starts the disposable OpenStack, or finds it running. `tell` is told how far it is. */
export async function startLab(tell: (what: string) => void = () => undefined): Promise<Lab> {
  const running = (await findLab()) ?? (await startedByAnother());
  if (running) return running;
  // A start may have been broken off: its programs live on, and its ports lead to a socket that is about to go.
  await stopLab();
  await mkdir(join(DIR, 'log'), { recursive: true });
  await writeFile(join(DIR, STARTER), String(process.pid));
  await chmod(DIR, 0o711);
  const log = openSync(join(DIR, 'log', 'lab.log'), 'w');
  const child = spawn('bash', [join(HERE, 'enter.sh'), DIR, process.execPath, join(HERE, '../incus/relay.ts')], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH },
  });
  child.unref();
  let ended = false;
  child.once('exit', () => (ended = true));
  await until('its namespaces', async () => {
    if (ended) throw new Error(`OpenStack did not start:\n${readFileSync(join(DIR, 'log', 'lab.log'), 'utf8')}`);
    return existsSync(join(DIR, 'entered')) && existsSync(join(DIR, 'outside.sock'));
  });
  await writeFile(join(DIR, 'pid'), String(innerPid(child.pid ?? 0)));
  const lab = labNow();
  try {
    await bringUp(lab, tell);
    await writeFile(join(DIR, 'ready'), '');
  } catch (error) {
    tell(`It did not come up; logs are in ${join(DIR, 'log')}.`);
    throw error;
  } finally {
    await rm(join(DIR, STARTER), { force: true });
  }
  return lab;
}

/** The one that runs on this machine. */
export async function findLab(): Promise<Lab | null> {
  return isOurs(await pidOf()) && existsSync(join(DIR, 'ready')) ? labNow() : null;
}

export async function requireLab(): Promise<Lab> {
  const lab = await findLab();
  if (!lab) throw new Error('no disposable OpenStack runs: npm run test:openstack');
  return lab;
}

/** The one that another process is starting now, once that has it ready; null when none does, or it gave up. */
async function startedByAnother(): Promise<Lab | null> {
  const starter = await pidOf(STARTER);
  for (const begun = performance.now(); starter !== process.pid && isNode(starter) && performance.now() - begun < STARTS_WITHIN_MS;) {
    const ready = await findLab();
    if (ready) return ready;
    await sleep(500);
  }
  return findLab();
}

function isNode(pid: number): boolean {
  return /\bnode\b/.test(commandOf(pid));
}

/** Also one that came up half. */
export async function stopLab(): Promise<boolean> {
  const there = existsSync(DIR);
  await labNow().stop();
  return there;
}

async function bringUp(lab: Lab, tell: (what: string) => void): Promise<void> {
  for (const [path, text] of Object.entries(configFiles({ accelerator: accelerator() }))) {
    await mkdir(dirname(join(DIR, 'etc', path)), { recursive: true });
    await writeFile(join(DIR, 'etc', path), text);
  }
  tell('database, message broker');
  await inside([
    'sh',
    '-c',
    'mariadb-install-db --user=mysql --skip-test-db >/dev/null; chown -R rabbitmq /var/lib/rabbitmq; mkdir -p /var/lib/nova/instances /var/lib/glance/images /var/lib/libvirt/images /var/lib/libvirt/qemu /var/lib/libvirt/boot; chmod 711 /var/lib/nova',
  ]);
  await Promise.all(BASE.map((program) => start(program)));
  const make = DATABASES.map((name) => `CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb3;`).join(' ');
  const user = `CREATE USER IF NOT EXISTS 'os'@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'; GRANT ALL ON *.* TO 'os'@'127.0.0.1';`;
  await inside(['mysql', '-e', `${make} ${user}`]);
  tell('tables');
  await Promise.all(
    SCHEMAS.map(async (commands) => {
      for (const command of commands) await inside(command);
    }),
  );
  await publish();
  tell('keystone');
  await start(KEYSTONE);
  await registerServices();
  tell('services');
  for (const program of CLOUD) await launch(program);
  for (const program of CLOUD) await awaitUp(program);
  tell('hosts, networks, image');
  await furnish({ cache: CACHE, discoverHosts: () => inside(['nova-manage', 'cell_v2', 'discover_hosts']) });
  tell('routers');
  await untilRouted(lab);
  tell(`OpenStack answers on ${lab.authUrl}.`);
}

/**
 * Until every router has its way out: a guest that boots before finds no metadata, and nobody finds it. Neutron's L3 agent sometimes hangs in
 * its first minute (eventlet: "cannot switch to a different thread", in its log), and sets up nothing until it is started again.
 */
async function untilRouted(lab: Lab): Promise<void> {
  const routed = () => inside(['sh', '-c', ROUTED, String(Object.keys(furniture.networks).length)]).then(isTrue, isFalse);
  for (let starts = 1; !(await comes(routed, ROUTED_WITHIN_MS)); starts += 1) {
    if (starts === L3_STARTS) throw new Error(`routers did not come up; see ${join(DIR, 'log', 'neutron-l3.log')}`);
    await lab.kill('neutron-l3');
    await lab.start('neutron-l3');
  }
}

/** Guests are fast where the processor helps; where the machine is a guest itself, /dev/kvm may be there and help nobody. */
function accelerator(): 'kvm' | 'qemu' {
  const helps = /\b(vmx|svm)\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
  return helps && existsSync('/dev/kvm') ? 'kvm' : 'qemu';
}

function labNow(): Lab {
  const program = (name: string): Program => {
    const found = [...BASE, KEYSTONE, ...CLOUD].find((each) => each.name === name);
    if (!found) throw new Error(`a disposable OpenStack has no ${name}`);
    return found;
  };
  return {
    dir: DIR,
    authUrl: `${at('identity')}/v3`,
    outsideRelay: join(DIR, 'outside.sock'),
    kill: async (name) => inside(['sh', '-c', KILL, program(name).name]),
    start: (name) => start(program(name)),
    async stop() {
      const namespaces = namespacesOf(await pidOf());
      await endProcessesOf(DIR);
      await rm(DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
      await until('the end of OpenStack', async () => (await remains(namespaces)).length === 0).catch(async (error: unknown) => {
        throw new Error(`of OpenStack there is left: ${(await remains(namespaces)).join('; ')}`, { cause: error });
      });
    },
  };
}

const remains = (namespaces: readonly string[]) => remainsOf({ dir: DIR, namespaces, ports: PUBLISHED });

async function start(program: Program): Promise<void> {
  await launch(program);
  await awaitUp(program);
}

/** Each leads a group of processes of its own, whose number is kept: it can be ended without the others. */
async function launch({ name, command, env = {} }: Program): Promise<void> {
  const script = 'echo $$ >"$DIR/run/$0.pid"; exec "$@" </dev/null >>"$DIR/log/$0.log" 2>&1';
  await inside(['setsid', '--fork', 'sh', '-c', script, name, ...command], env);
}

async function awaitUp({ name, up }: Program): Promise<void> {
  if (up === undefined) return;
  await until(name, () =>
    typeof up !== 'number'
      ? inside(up).then(isTrue, isFalse)
      : inside(['bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${up}`]).then(isTrue, isFalse),
  );
}

const isTrue = () => true;
const isFalse = () => false;

async function publish(): Promise<void> {
  const ports = spawn(process.execPath, [join(HERE, 'ports.ts'), join(DIR, 'outside.sock'), ...PUBLISHED.map(String)], {
    detached: true,
    stdio: 'ignore',
  });
  ports.unref();
  const [first = 0] = PUBLISHED;
  await until(
    'ports',
    () =>
      new Promise((resolve) =>
        connect({ port: first, host: '127.0.0.1' })
          .once('connect', () => resolve(true))
          .once('error', () => resolve(false)),
      ),
  );
}

/** Runs a program among those of the lab, in its network. */
async function inside(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const pid = await pidOf();
  const entered = spawn('nsenter', ['--target', String(pid), '--mount', '--net', '--pid', '--uts', '--ipc', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, LC_ALL: 'C.UTF-8', HOME: '/root', DIR, ...env },
  });
  let said = '';
  for (const stream of [entered.stdout, entered.stderr]) stream.on('data', (bytes: Buffer) => (said = (said + String(bytes)).slice(-4000)));
  const status = await new Promise<number | null>((resolve) => entered.once('exit', resolve));
  if (status !== 0) throw new Error(`${command.join(' ')}: ${said}`);
}

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  if (!(await comes(look, UP_WITHIN_MS))) throw new Error(`${what} did not come up; see ${join(DIR, 'log')}`);
}

async function comes(look: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const begun = performance.now(); !(await look()); await sleep(200)) {
    if (performance.now() - begun > withinMs) return false;
  }
  return true;
}

async function pidOf(file = 'pid'): Promise<number> {
  return Number(await readFile(join(DIR, file), 'utf8').catch(() => '0'));
}

function isOurs(pid: number): boolean {
  return pid > 0 && commandOf(pid).includes('inner.sh');
}

/** unshare --fork has one child: process 1 of the namespaces. */
function innerPid(unsharePid: number): number {
  return Number(readFileSync(`/proc/${unsharePid}/task/${unsharePid}/children`, 'utf8').trim().split(' ')[0]);
}

function commandOf(pid: number): string {
  try {
    return pid === 0 ? '' : readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
