import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findBinaries } from './postgres-binaries.ts';
import { DataDirInUse, EmbeddedPostgresError } from './postgres-errors.ts';
import { runPostgres } from './postgres-process.ts';
import { choosePostgresUser } from './postgres-user.ts';

const FAST = { shared_buffers: '16MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const DURABLE = { shared_buffers: '16MB' };
const isRoot = process.getuid?.() === 0;
const onLinux = process.platform === 'linux';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-test-'));
  // As closed as /root: nothing below can be reached by way of its name.
  await chmod(folder, 0o700);
});

after(() => rm(folder, { recursive: true, force: true }));

test('the first start makes the database boreal, and later starts find its data again', async () => {
  const dataDir = join(folder, 'twice', 'postgres');
  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.url, 'create table kept as select 42 as answer');
  assert.equal(await first.stop(), 'clean');
  assert.equal(existsSync(first.connection.host), false, 'the socket folder is gone');

  const second = await startEmbeddedPostgres({ dataDir });
  assert.deepEqual(await query(second.url, 'select * from kept'), [{ answer: 42 }]);
  assert.deepEqual(
    await query(
      second.url,
      `select current_database() as database, current_setting('fsync') as fsync, current_setting('TimeZone') as zone,
        current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses`,
    ),
    [{ database: 'boreal', fsync: 'on', zone: 'UTC', encoding: 'UTF8', addresses: '' }],
  );
  await second.stop();
});

test('a wrong password is refused, and the right one is in a file that only we can read', async () => {
  const dataDir = join(folder, 'password', 'postgres');
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, settings: FAST, onLog: (line) => lines.push(line) });
  const { password, ...others } = server.connection;
  await assert.rejects(connected({ ...others, password: 'wrong' }, 'select 1'), { code: '28P01' });
  assert.equal((await stat(`${dataDir}.password`)).mode & 0o777, 0o600);
  assert.equal((await stat(others.host)).mode & 0o777, 0o700);
  await server.stop();
  assert.equal(lines.join('\n').includes(password), false);

  await rm(`${dataDir}.password`);
  const again = await startEmbeddedPostgres({ dataDir, settings: FAST });
  assert.notEqual(again.connection.password, password, 'a lost password is replaced');
  await again.stop();
});

test('ten launches in a row all succeed', async () => {
  const dataDir = join(folder, 'ten', 'postgres');
  for (let launch = 1; launch <= 10; launch += 1) {
    const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
    await query(server.url, `create table launch_${launch} ()`);
    assert.equal(await server.stop(), 'clean');
  }
});

test('what was committed survives a killed Postgres, and its end is reported', async () => {
  const dataDir = join(folder, 'killed', 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, settings: DURABLE });
  await query(server.url, 'create table kept as select generate_series(1, 10000) as n');
  process.kill(server.pid, 'SIGKILL');
  assert.equal((await server.exited).signal, 'SIGKILL');

  const next = await startEmbeddedPostgres({ dataDir, settings: DURABLE });
  assert.deepEqual(await query(next.url, 'select count(*)::int as rows from kept'), [{ rows: 10000 }]);
  await next.stop();
});

test('a Postgres that outlived its killed Boreal is stopped in order, and nothing is lost', { skip: !onLinux }, async () => {
  const dataDir = join(folder, 'orphan', 'postgres');
  const boreal = await borealProcess(dataDir);
  await query(boreal.url, 'create table kept as select 1 as n');
  boreal.child.kill('SIGKILL');
  await once(boreal.child, 'exit');
  assert.equal(isAlive(boreal.pid), true);

  const next = await startEmbeddedPostgres({ dataDir, settings: FAST });
  assert.equal(isAlive(boreal.pid), false);
  assert.equal(existsSync(boreal.host), false, 'its socket folder is gone');
  assert.deepEqual(await query(next.url, 'select n from kept'), [{ n: 1 }]);
  await next.stop();
});

test('when Boreal exits without stopping it, Postgres stops too', { skip: !onLinux }, async () => {
  const dataDir = join(folder, 'exit', 'postgres');
  const boreal = await borealProcess(dataDir);
  boreal.child.stdin?.end();
  assert.deepEqual(await once(boreal.child, 'exit'), [0, null]);
  await until('its Postgres has ended', () => !isAlive(boreal.pid));
  assert.equal(existsSync(boreal.host), false, 'and its socket folder is gone');
});

test("the terminal's Ctrl-C does not reach Postgres", { skip: !onLinux }, async () => {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'ctrl-c', 'postgres'), settings: FAST });
  const afterName = (await readFile(`/proc/${server.pid}/stat`, 'utf8')).split(') ')[1];
  assert.equal(Number(afterName?.split(' ')[2]), server.pid, 'it leads a process group of its own');
  await server.stop();
});

test('a second Boreal on the same directory is told who holds it', async () => {
  const dataDir = join(folder, 'shared', 'postgres');
  const boreal = await borealProcess(dataDir);
  await assert.rejects(startEmbeddedPostgres({ dataDir }), (error) => error instanceof DataDirInUse && error.pid === boreal.child.pid);
  boreal.child.stdin?.end();
  await once(boreal.child, 'exit');

  const ours = await startEmbeddedPostgres({ dataDir, settings: FAST });
  await assert.rejects(startEmbeddedPostgres({ dataDir }), { code: 'data_dir_in_use', pid: process.pid });
  assert.deepEqual(await query(ours.url, 'select 1 as n'), [{ n: 1 }], 'and the refusal disturbs nobody');
  await ours.stop();
});

test('a Postgres that somebody started by hand is left alone', { skip: !onLinux }, async () => {
  const dataDir = join(folder, 'by-hand', 'postgres');
  await (await startEmbeddedPostgres({ dataDir, settings: FAST })).stop();
  const user = await choosePostgresUser(dataDir);
  const { postgres } = await findBinaries(user);
  const sockets = await mkdtemp(join(tmpdir(), 'by-hand-'));
  if (user !== null) await chown(sockets, user.uid, user.gid);
  const args = (dir: string) => ['-D', dir, '-c', 'listen_addresses=', '-k', sockets, '-c', 'shared_buffers=16MB'];
  const byHand = await runPostgres({ program: postgres, dataDir, args, user });
  await until('the Postgres started by hand has its socket', () => existsSync(join(sockets, '.s.PGSQL.5432')));
  await assert.rejects(startEmbeddedPostgres({ dataDir }), { code: 'data_dir_in_use', pid: byHand.pid });
  assert.equal(isAlive(byHand.pid), true);
  process.kill(byHand.pid, 'SIGINT');
  await byHand.exited;
  await rm(sockets, { recursive: true });
});

test('a postmaster.pid whose process id now belongs to a stranger does not prevent the start', { skip: !onLinux }, async () => {
  const dataDir = join(folder, 'reused', 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
  const pidFile = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
  await server.stop();
  const stranger = spawn('sleep', ['60'], { ...(await choosePostgresUser(dataDir)), cwd: '/' });
  try {
    await writeFile(join(dataDir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)));
    await (await startEmbeddedPostgres({ dataDir, settings: FAST })).stop();
  } finally {
    stranger.kill();
  }
});

test('a directory that holds something else is refused in a clear sentence and left as it is', async () => {
  const dataDir = join(folder, 'photos');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'holiday.jpg'), 'x');
  await assert.rejects(startEmbeddedPostgres({ dataDir }), { code: 'data_dir_unusable', message: /holds files but no Postgres database/ });
  assert.equal(await readFile(join(dataDir, 'holiday.jpg'), 'utf8'), 'x');
  await assert.rejects(startEmbeddedPostgres({ dataDir: join(dataDir, 'holiday.jpg') }), { message: /is not a folder/ });
});

test('a directory of another major version is refused in a clear sentence', async () => {
  const dataDir = join(folder, 'old');
  await mkdir(join(dataDir, 'global'), { recursive: true });
  await writeFile(join(dataDir, 'PG_VERSION'), '16\n');
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    code: 'other_version',
    message: /made by Postgres 16, and this is Postgres 18/,
  });
});

test('when Postgres refuses to start, the error quotes its last words, and the directory is free again', async () => {
  const dataDir = join(folder, 'refused', 'postgres');
  const refused = startEmbeddedPostgres({ dataDir, settings: { ...FAST, no_such_setting: '1' } });
  await assert.rejects(
    refused,
    (error) => error instanceof EmbeddedPostgresError && /unrecognized configuration parameter/.test(error.message),
  );
  await (await startEmbeddedPostgres({ dataDir, settings: FAST })).stop();
});

test('files that root has restored are given to the user Postgres runs as', { skip: !isRoot }, async () => {
  const source = join(folder, 'restore', 'source');
  await (await startEmbeddedPostgres({ dataDir: source, settings: FAST })).stop();
  const dataDir = join(folder, 'restore', 'copy');
  await cp(source, dataDir, { recursive: true });
  assert.equal((await stat(dataDir)).uid, 0);
  await (await startEmbeddedPostgres({ dataDir, settings: FAST })).stop();
});

test('programs under a closed home are copied once to where their user can run them', { skip: !isRoot }, async () => {
  const user = await choosePostgresUser(folder);
  const { postgres } = await findBinaries(user);
  const native = { path: join(folder, 'native'), name: 'postgres-test' };
  await cp(dirname(dirname(postgres)), native.path, { recursive: true, verbatimSymlinks: true });
  const cache = await mkdtemp(join(tmpdir(), 'boreal-test-cache-'));
  try {
    await chmod(cache, 0o755);
    const copied = join(cache, native.name);
    assert.equal((await findBinaries(user, native, ['/etc/passwd/nowhere', cache])).postgres, join(copied, 'bin', 'postgres'));
    const made = await stat(copied);
    assert.equal((await findBinaries(user, native, [cache])).majorVersion, 18);
    assert.equal((await stat(copied)).ino, made.ino, 'the copy is kept');

    await chmod(copied, 0o777);
    await assert.rejects(findBinaries(user, native, [cache]), { code: 'no_binaries' }, 'a copy that others can write is not run');
  } finally {
    await rm(cache, { recursive: true });
  }
});

async function query(url: string, text: string): Promise<unknown[]> {
  return connected({ connectionString: url }, text);
}

async function connected(config: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(config);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A Boreal in its own process, which exits when its standard input ends. */
async function borealProcess(dataDir: string): Promise<{ child: ChildProcess; pid: number; url: string; host: string }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))});
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], settings: ${JSON.stringify(FAST)} });
    console.log(server.pid + ' ' + server.url + ' ' + server.connection.host);
    process.stdin.on('end', () => process.exit()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [pid, url, host] = line.split(' ');
    if (url !== undefined && host !== undefined) return { child, pid: Number(pid), url, host };
  }
  throw new Error('The process ended before Postgres was up.');
}

/** An ended process that nobody has waited for yet no longer has a working directory. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/cwd`);
}

const TRUE_WITHIN_MS = 30_000;

async function until(what: string, holds: () => boolean): Promise<void> {
  const limit = performance.now() + TRUE_WITHIN_MS;
  while (!holds()) {
    if (performance.now() > limit) assert.fail(`not within ${TRUE_WITHIN_MS / 1000} s: ${what}`);
    await sleep(20);
  }
}
