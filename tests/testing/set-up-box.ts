import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE, type Lab } from '../../dev/incus/lab.ts';
import { asLvm } from '../../server/src/engines/incus/testing/as-lvm.ts';
import { startIncusProxy, type IncusProxy } from '../../server/src/engines/incus/testing/incus-proxy.ts';
import { startTestLab } from '../../server/src/engines/incus/testing/test-lab.ts';
import { startSmtpServer } from '../../server/src/mail/testing.ts';
import { bareEnvironment, freePort, NODE, ROOT } from './boreal-process.ts';
import { runCommand, type CommandResult } from './boreal-process-command.ts';

const run = promisify(execFile);

/** An unpacked package (`dpkg-deb --extract`), to try what it has instead of the repository. */
const PACKAGE = process.env['BOREAL_TEST_PACKAGE'];
const HOME = PACKAGE === undefined ? ROOT : join(PACKAGE, 'usr/lib/boreal');
const PROGRAM = PACKAGE === undefined ? NODE : join(HOME, 'bin/node');

/** A bare box: an Incus on which nothing is set up, a file of settings, a mail server, and a systemd that runs Boreal's service. */
export interface Box {
  readonly lab: Lab;
  /** Between Boreal and Incus. */
  readonly proxy: IncusProxy;
  readonly settingsPath: string;
  /** Of a customer: the file of the private key, with `.pub` beside it. */
  readonly sshKey: string;
  /** The answers that every box here needs. */
  readonly flags: readonly string[];
  /** `boreal setup`, to its end, or until it has written this, when it is killed. `without`: a file that the box does not have. */
  setup(options?: SetUpOptions): Promise<CommandResult>;
  /** Another of the operator's commands, with the settings that were written. */
  operate(...args: readonly string[]): Promise<CommandResult>;
  settings(): Promise<string>;
  /** Puts a program on the box. */
  program(name: string, script: string): Promise<void>;
  /** Runs a program of Incus' own on the box. */
  incus(command: string): Promise<string>;
  /** Logs in to a server from outside. */
  ssh(at: { ip: string; port: number; user: string }, command: string): Promise<string>;
  close(): Promise<void>;
}

export interface SetUpOptions {
  readonly flags?: readonly string[];
  readonly killAfter?: RegExp;
  readonly without?: string;
}

/** Where the box is reached from outside. */
export const BOX_ADDRESS = '192.0.2.1';

export async function makeBox(): Promise<Box> {
  const lab = await startTestLab({ furnished: false });
  const proxy = await startIncusProxy({ socketPath: join(lab.dir, 'proxy.sock'), to: lab.socketPath });
  asLvm(proxy);
  const smtp = await startSmtpServer();
  const folder = await mkdtemp(join(tmpdir(), 'boreal-box-'));
  const settingsPath = join(folder, 'boreal.env');
  const port = await freePort();
  // What of a box the throw-away one has elsewhere.
  await writeFile(
    settingsPath,
    `${PACKAGE === undefined ? '' : await readFile(join(PACKAGE, 'etc/boreal/boreal.env'), 'utf8')}# Of the box\nBOREAL_PORT=${port}\nINCUS_URL=unix://${proxy.socketPath}\nINCUS_PROBE_PROXY=unix://${lab.hostRelay}\n`,
    { mode: 0o640 },
  );
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const program = (name: string, script: string) => writeFile(join(bin, name), script, { mode: 0o755 });
  await program('systemctl', systemctl({ folder, settingsPath }));
  await program('journalctl', `#!/bin/sh\ntail -n 15 ${folder}/boreal.log\n`);
  const sshKey = join(folder, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'box', '-f', sshKey]);
  const environment = { ...bareEnvironment(), PATH: `${bin}:${process.env['PATH'] ?? ''}`, BOREAL_DATA_DIR: join(folder, 'data') };
  const inIncus = { INCUS_SOCKET: lab.socketPath, INCUS_CONF: join(folder, 'incus') };
  // It would wait for a description on its standard input.
  const incus = async (command: string) =>
    (await run('bash', ['-euc', `exec </dev/null; ${command}`], { timeout: 60_000, env: { ...environment, ...inIncus } })).stdout;
  // In place of the images on the internet.
  await incus(`incus image import ${CACHE}/meta.tar ${CACHE}/root.tar --alias guest`);

  return {
    lab,
    proxy,
    settingsPath,
    sshKey,
    flags: answersFor({ port, smtpUrl: smtp.url, backupFolder: join(folder, 'backups'), publicKey: `${sshKey}.pub` }),
    setup: ({ flags = [], ...how } = {}) => setUp({ ...how, flags: [...flags, '--settings', settingsPath] }, environment),
    async operate(...args) {
      const command = `set -a; . ${settingsPath}; cd ${HOME}; exec ${PROGRAM} server/dist/operator.js "$@"`;
      return runCommand('bash', ['-c', command, 'operator', ...args], { environment });
    },
    settings: () => readFile(settingsPath, 'utf8'),
    program,
    incus,
    ssh: (at, command) => sshFromOutside({ lab, sshKey }, at, command),
    async close() {
      await run(join(bin, 'systemctl'), ['stop', 'boreal.service'], { env: environment }).catch(() => undefined);
      await proxy.close();
      await smtp.close();
      await lab.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What setup must know of a box without GPUs, on an Incus that has nothing. */
export function answersFor(of: { port: number; smtpUrl: string; backupFolder: string; publicKey: string }): readonly string[] {
  return [
    ['--site', `http://localhost:${of.port}`],
    ['--smtp', of.smtpUrl],
    ['--mail-from', 'no-reply@gpu.example.com'],
    ['--backup-folder', of.backupFolder],
    ['--storage', '60GB'],
    ['--backup-storage', '20GB'],
    ['--public-address', BOX_ADDRESS],
    ['--listen-address', BOX_ADDRESS],
    ['--ports', '20000-20019'],
    ['--image', 'guest-24.04'],
    ['--image-source', 'guest'],
    ['--places', '2'],
    ['--price', '0.10'],
    ['--company', 'Calcul Boréal inc.'],
    ['--street', '1, rue de la Démonstration'],
    ['--city', 'Montréal'],
    ['--province', 'QC'],
    ['--postal-code', 'H0H 0H0'],
    ['--company-email', 'facturation@example.com'],
    ['--operator-email', 'marie@example.com'],
    ['--customer-email', 'luc@example.com'],
    ['--ssh-key', of.publicKey],
  ].flat();
}

/** Logs in to a server as a customer does, from outside of the box. */
export async function sshFromOutside(
  from: { lab: Lab; sshKey: string },
  { ip, port, user }: { ip: string; port: number; user: string },
  command: string,
): Promise<string> {
  const through = `ProxyCommand=${NODE} ${join(ROOT, 'dev/incus/connect.ts')} ${from.lab.outsideRelay} %h %p`;
  const settings = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'BatchMode=yes',
    'ConnectTimeout=20',
    through,
  ];
  const args = ['-p', String(port), '-i', from.sshKey, ...settings.flatMap((setting) => ['-o', setting]), `${user}@${ip}`, command];
  return (await run('ssh', args, { timeout: 60_000 })).stdout.trim();
}

const ENDED_WITHIN_MS = 300_000;

function setUp({ flags = [], killAfter, without }: SetUpOptions, environment: Readonly<Record<string, string>>): Promise<CommandResult> {
  const command = [PROGRAM, 'server/dist/operator.js', 'setup', ...flags];
  // An empty file in its place, in nobody's view but this process'.
  const hidden = `mount --bind /dev/null ${without} && exec "$@"`;
  const [program = '', ...args] = without === undefined ? command : ['unshare', '--mount', 'sh', '-c', hidden, 'sh', ...command];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: HOME,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const written = { stdout: '', stderr: '' };
    child.stdout.on('data', (bytes: Buffer) => {
      written.stdout += bytes.toString();
      if (killAfter?.test(written.stdout)) child.kill('SIGKILL');
    });
    child.stderr.on('data', (bytes: Buffer) => (written.stderr += bytes.toString()));
    const limit = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, ...written });
    });
  });
}

/** What setup asks of systemd, for one service, where there is none: the process itself is Boreal's own, started as its unit does. */
function systemctl({ folder, settingsPath }: { folder: string; settingsPath: string }): string {
  return `#!/bin/bash
set -u
cd ${folder}
pid=$(cat pid 2>/dev/null || echo 0)
end() { [ "$pid" = 0 ] || kill "$pid" 2>/dev/null; while [ "$pid" != 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; done; rm -f pid; }
case $1 in
  show)
    echo LoadState=loaded
    if [ "$pid" != 0 ] && kill -0 "$pid" 2>/dev/null; then echo ActiveState=active; else echo ActiveState=inactive; fi
    echo "UnitFileState=$(cat enabled 2>/dev/null || echo disabled)"
    echo "ActiveEnterTimestamp=@$(cat since 2>/dev/null || echo 0)" ;;
  cat) [ "$2" = boreal-clean-gpu.socket ] ;;
  is-enabled | is-active) [ -e "$2" ] ;;
  enable) if [ "$2" = --now ]; then touch "$3"; else echo enabled >enabled; fi ;;
  restart)
    end
    cd ${HOME}
    (set -a; . ${settingsPath}; exec setsid ${PROGRAM} server/dist/main.js) >>${folder}/boreal.log 2>&1 </dev/null &
    echo $! >${folder}/pid
    date +%s >${folder}/since ;;
  stop) end ;;
esac
`;
}
