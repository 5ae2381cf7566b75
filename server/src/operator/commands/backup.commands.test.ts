import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { attemptCommand } from '../testing.ts';

const OF_YOURS = { DATABASE_URL: 'postgres://boreal@127.0.0.1:1/boreal' };

test('of a Postgres that somebody else backs up, the weekly try finds nothing to try, and does not fail', async () => {
  const { code, out } = await attemptCommand(['backup', 'verify'], OF_YOURS);
  assert.equal(code, 0);
  assert.match(out, /^Nothing was verified\. Boreal does not back up the Postgres of DATABASE_URL: /);
});

test('nobody is told to set a place for backups that Boreal does not make', async () => {
  for (const verb of ['list', 'create', 'restore']) {
    const { code, err } = await attemptCommand(['backup', verb], OF_YOURS);
    assert.equal(code, 1, verb);
    assert.match(err, /Boreal does not back up the Postgres of DATABASE_URL: a program of yours does/);
    assert.doesNotMatch(err, /BOREAL_BACKUP_DIR/);
  }
});

test('without a place, it is said which settings name one', async () => {
  const { code, err } = await attemptCommand(['backup', 'verify'], {});
  assert.equal(code, 1);
  assert.match(err, /BOREAL_BACKUP_DIR \(or BOREAL_BACKUP_BUCKET\) and BOREAL_BACKUP_KEY/);
});

/** A machine that has lost its disk, and a place with one backup, which is damaged. */
async function withDamagedBackup(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'boreal-backup-command-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const [dataDir, place] = [join(root, 'data'), join(root, 'backups')];
  const addCopy = async ({ systemIdentifier, day, storedBytes }: { systemIdentifier: string; day: string; storedBytes: number }) => {
    const base = join(place, systemIdentifier, 'base');
    const id = `202611${day}T120000000Z`;
    const at = `2026-11-${day}T12:00:00.000Z`;
    const log = { firstWal: '000000010000000000000001', lastWal: '000000010000000000000002' };
    await mkdir(base, { recursive: true });
    await writeFile(
      join(base, `${id}.json`),
      JSON.stringify({ id, systemIdentifier, startedAt: at, finishedAt: at, ...log, postgresMajor: 18, storedBytes }),
    );
    await writeFile(join(base, `${id}.sealed`), 'x'.repeat(100));
  };
  await mkdir(dataDir);
  await addCopy({ systemIdentifier: '7000000000000000001', day: '01', storedBytes: 140_000_000 });
  const env = { BOREAL_DATA_DIR: dataDir, BOREAL_BACKUP_DIR: place, BOREAL_BACKUP_KEY: Buffer.alloc(32, 1).toString('base64') };
  return { dataDir, addCopy, attempt: (...args: string[]) => attemptCommand(['backup', ...args], env) };
}

test('a restore that fails leaves nothing in its own way: typed again, it says the same', async (t) => {
  const { dataDir, attempt } = await withDamagedBackup(t);
  for (let times = 0; times < 2; times += 1) {
    const { code, err } = await attempt('restore', '--take-over');
    assert.equal(code, 1);
    assert.match(err, /is damaged, or was made with another key/);
    assert.deepEqual(await readdir(dataDir), []);
  }
});

test('what a killed restore left is told as that, with what to type, and is not used', async (t) => {
  const { dataDir, attempt } = await withDamagedBackup(t);
  const draft = join(dataDir, 'postgres.restoring');
  await mkdir(join(draft, 'base'), { recursive: true });
  const { code, err } = await attempt('restore');
  assert.equal(code, 1);
  assert.match(err, /what a restore left that was broken off/);
  assert.ok(err.includes(`rm -r ${draft}`), err);
  assert.deepEqual(await readdir(draft), ['base']);
});

test('what a killed try left goes with the next one, and that of one that still runs stays', async (t) => {
  const { dataDir, attempt } = await withDamagedBackup(t);
  // No process has a number like this on Linux.
  const [left, others] = ['backup-check-4194305-abc123', `backup-check-${process.pid}-def456`];
  for (const name of [left, others]) await mkdir(join(dataDir, name, 'postgres'), { recursive: true });
  assert.equal((await attempt('verify')).code, 1);
  assert.deepEqual(await readdir(dataDir), [others]);
});

test('where Boreal was started anew before it was restored, the empty database is not what comes back', async (t) => {
  const { dataDir, addCopy, attempt } = await withDamagedBackup(t);
  await addCopy({ systemIdentifier: '7000000000000000002', day: '27', storedBytes: 4_000_000 });
  const { code, err } = await attempt('restore', '--take-over');
  assert.equal(code, 1);
  assert.match(err, /copies of 2 databases/);
  assert.match(err, /- 20261101T120000000Z: 140\.0 MB, of the database 7000000000000000001\n- 20261127T120000000Z: 4\.0 MB/);
  assert.deepEqual(await readdir(dataDir), []);
  for (const [id, at] of [
    ['20261101T120000000Z', null],
    [null, '2026-11-20T00:00:00Z'],
  ]) {
    const named = await attempt('restore', ...(id ? [id] : []), ...(at ? ['--at', at] : []));
    assert.match(named.err, /7000000000000000001\/base\/20261101T120000000Z\.sealed cannot be opened/);
  }
});
