import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { choosePostgresUser } from '../../server/src/db/postgres-user.ts';
import { until } from './boreal-process.ts';

const run = promisify(execFile);
/** Where Debian's packages have their programs, by major version. */
const INSTALLED = '/usr/lib/postgresql';
const STARTS_WITHIN_MS = 60_000;
/** Nothing in it is worth waiting for a disk. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'timezone=UTC'];

export interface DebianPostgres {
  readonly major: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** The oldest Postgres that this machine has from Debian, with a new database cluster, reachable through a socket, or at a port. */
export async function startOldestPostgres({ port }: { readonly port?: number } = {}): Promise<DebianPostgres> {
  const [major] = (await readdir(INSTALLED).catch(() => [])).map(Number).toSorted((a, b) => a - b);
  if (major === undefined) throw new Error('Postgres is missing. Install it (Debian: apt-get install postgresql), then try again.');
  const folder = await mkdtemp(join(tmpdir(), `boreal-pg${major}-`));
  const user = await choosePostgresUser(join(folder, 'data'));
  if (user !== null) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } };
  const program = (name: string) => join(INSTALLED, String(major), 'bin', name);
  const data = join(folder, 'data');
  await run(
    program('initdb'),
    ['-D', data, '--username=boreal', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    options,
  );
  const reached = port === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${port}`];
  const settings = [...SETTINGS, ...reached, `unix_socket_directories=${folder}`].flatMap((setting) => ['-c', setting]);
  const child = spawn(program('postgres'), ['-D', data, ...settings], { ...options, stdio: 'ignore' });
  const url = `postgres://boreal@${port === undefined ? encodeURIComponent(folder) : `127.0.0.1:${port}`}/postgres`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  process.once('exit', () => child.kill('SIGQUIT'));
  try {
    await until(`Postgres ${major} answers`, STARTS_WITHIN_MS, () => answers(url));
  } catch (error) {
    await stop();
    throw error;
  }
  return { major, url, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
