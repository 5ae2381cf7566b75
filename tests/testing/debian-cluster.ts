import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './boreal-process-command.ts';
import { freePort, until } from './boreal-process.ts';

/** What Debian's Postgres and pgBackRest write to; in the machine of a test, each is a folder of its own. */
const FOLDERS = [
  '/etc/postgresql',
  '/etc/cron.d',
  '/var/lib/postgresql',
  '/var/lib/pgbackrest',
  '/var/log/postgresql',
  '/var/log/pgbackrest',
  '/var/spool/pgbackrest',
  '/run/postgresql',
];

/** Where an operator is root, and types: this machine, with Debian's cluster `main` and pgBackRest for nobody else to see. */
export interface DebianMachine {
  readonly major: number;
  readonly port: number;
  /** Types a command and answers what it prints. @throws when it fails */
  type(command: string): Promise<string>;
  /** Makes the cluster and starts it, as installing Debian's package does. */
  installPostgres(): Promise<void>;
  /** The machine's disk dies under the cluster. */
  loseDisk(): Promise<void>;
  close(): Promise<void>;
}

/** Why there cannot be such a machine here; null: there can. */
export function whyNoDebianMachine(): string | null {
  if (process.getuid?.() !== 0) return 'only root can give Debian’s Postgres folders of its own';
  try {
    for (const program of ['pgbackrest', 'pg_createcluster']) execFileSync('which', [program], { stdio: 'ignore' });
    execFileSync('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' });
    return null;
  } catch (error) {
    return `Debian’s postgresql and pgbackrest are not installed, or namespaces are not allowed (${error instanceof Error ? error.message : String(error)})`;
  }
}

export async function startDebianMachine(): Promise<DebianMachine> {
  const majors = (await readdir('/usr/lib/postgresql')).map(Number).toSorted((a, b) => a - b);
  const major = majors[0] ?? 0;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'boreal-debian-'));
  const own = FOLDERS.map(
    (path) => `mkdir -p ${path} ${folder}${path}; chown postgres:postgres ${folder}${path}; mount --bind ${folder}${path} ${path}`,
  );
  const setUp = [
    'set -e',
    `chmod 0755 ${folder}`,
    ...own,
    `touch ${folder}/pgbackrest.conf; mount --bind ${folder}/pgbackrest.conf /etc/pgbackrest.conf`,
    // Two pgBackRests of one machine lock each other out here.
    `mkdir ${folder}/tmp; chmod 1777 ${folder}/tmp; mount --bind ${folder}/tmp /tmp`,
    'echo ready; exec sleep infinity',
  ];
  // All that runs in it ends with its first process.
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const machine = spawn('unshare', [...namespaces, 'sh', '-c', setUp.join('\n')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(machine, 'exit');
  process.once('exit', () => machine.kill('SIGKILL'));
  await Promise.race([
    once(machine.stdout, 'data'),
    ended.then(() => {
      throw new Error('the folders of Debian’s Postgres could not be set aside');
    }),
  ]);
  const inside = (await readFile(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8')).trim();
  // Debian's port is somebody else's here.
  const environment = { PGPORT: String(port), PGBACKREST_PG1_PORT: String(port), LC_ALL: 'C.UTF-8' };
  const type = async (command: string) => {
    const { code, stdout, stderr } = await runCommand('nsenter', ['-t', inside, '--mount', '--pid', 'bash', '-c', command], {
      environment,
    });
    if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${stdout}${stderr}`);
    return stdout;
  };
  return {
    major,
    port,
    type,
    installPostgres: async () => {
      await type(`pg_createcluster ${major} main --port ${port}`);
      await type(`pg_ctlcluster ${major} main start`);
    },
    loseDisk: async () => {
      await type(`kill -KILL "$(head -1 /var/lib/postgresql/${major}/main/postmaster.pid)"`);
      await until(
        'Postgres has ended',
        60_000,
        // Nobody asks after the dead in there, so they stay listed.
        () => type('pgrep -c -r D,R,S -x postgres || true'),
        (count) => count.trim() === '0',
      );
      await type('find /var/lib/postgresql /etc/postgresql /run/postgresql -mindepth 1 -delete');
    },
    close: async () => {
      machine.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
