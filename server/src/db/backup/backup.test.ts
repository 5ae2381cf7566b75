import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addMs, DAY_MS, systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres.ts';
import { openTestPlaces, placeKinds, type TestPlaces } from '../testing/backup-places.ts';
import { takeBaseBackup } from './base-backup.ts';
import { forgetOldBackups, listBaseBackups, listWal, sweepBrokenOff, walPath, type BackupPlace, writeManifest } from './backup-place.ts';
import { BackupError } from './backup-error.ts';
import { readLogFailure } from './log-failure.ts';
import { keepBackups } from './keep-backups.ts';
import { placeRestored, restoreBackup } from './restore-backup.ts';
import { writeSealed } from './sealed-file.ts';
import { ARCHIVE_SETTINGS, shipWal, waitingWal } from './ship-wal.ts';

const clock = systemClock();
const now = () => clock.wall();

for (const kind of placeKinds) {
  describe(`backups of the embedded Postgres in a ${kind}`, () => promises(kind));
}

/** A database with an archive, as it was left by one test after another. */
function promises(kind: (typeof placeKinds)[number]): void {
  let places: TestPlaces;
  let folder = '';
  let dataDir = '';
  let place: BackupPlace;
  let postgres: EmbeddedPostgres;
  const made: { close(): Promise<void> }[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boreal-backup-'));
    // Postgres may run as another user than we do.
    await chmod(folder, 0o755);
    dataDir = join(folder, 'postgres');
    places = await openTestPlaces(kind, folder);
    place = { storage: await places.fresh(), key: randomBytes(32) };
    postgres = await startEmbeddedPostgres({ dataDir, settings: { ...ARCHIVE_SETTINGS, fsync: 'off' } });
    await run('create table kept (n bigint generated always as identity, text text)');
  });
  afterEach(async () => {
    for (const one of made.splice(0)) await one.close();
  });
  after(async () => {
    await postgres.stop();
    await places.close();
    await rm(folder, { recursive: true, force: true });
  });

  const read = async (path: string) => {
    const parts: Buffer[] = [];
    for await (const part of place.storage.read(path)) parts.push(part);
    return Buffer.concat(parts);
  };
  const put = (path: string, bytes: Buffer) => place.storage.write(path, Readable.from([bytes]));
  async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
  const run = (text: string) => query(postgres.url, text);
  const write = (text: string, rows = 1) => run(`insert into kept (text) select '${text}' from generate_series(1, ${rows})`);
  const kept = async (url: string) =>
    (await query(url, 'select text, count(*)::int as rows from kept group by text order by text')).map(
      ({ text, rows }) => `${text} ${rows}`,
    );
  const take = () => takeBaseBackup({ url: postgres.url, dataDir, place, now });
  const systemIdentifier = async () => String((await run('select system_identifier::text as id from pg_control_system()'))[0]?.['id']);
  /** What was written until now is in the archive. */
  async function shipAll(): Promise<void> {
    await run(`select pg_logical_emit_message(true, 'test', 'something')`);
    const last = String((await run('select pg_walfile_name(pg_switch_wal()) as name'))[0]?.['name']);
    const of = { dataDir, place, systemIdentifier: await systemIdentifier() };
    for (let tries = 0; !(await listWal(place, of.systemIdentifier)).some(({ name }) => name >= last); tries += 1) {
      assert.ok(tries < 300, `${last} was not handed over`);
      await shipWal(of);
      await sleep(100);
    }
  }
  async function restored(options: Partial<Parameters<typeof restoreBackup>[0]> = {}) {
    const one = await restoreBackup({
      place,
      livesOn: false,
      dataDir: join(folder, `restored-${randomBytes(4).toString('hex')}`),
      ...options,
    });
    made.push(one);
    return one;
  }

  test('what was written before, during and after a backup is there again, and can be written to', async () => {
    await write('before', 20_000);
    const [backup] = await Promise.all([take(), write('meanwhile', 20_000), run(`create table gone as select 1; drop table gone`)]);
    await write('after', 10);
    await shipAll();
    const { postgres: copy, segments, backup: used } = await restored();
    assert.deepEqual(await kept(copy.url), ['after 10', 'before 20000', 'meanwhile 20000']);
    assert.equal(used.id, backup.id);
    assert.ok(segments >= 1);
    await query(copy.url, `insert into kept (text) values ('since')`);
    assert.equal((await query(copy.url, 'show archive_mode'))[0]?.['archive_mode'], 'off');
  });

  test('a moment between two writes has the first and not the second; one that was not stored, or is too old, is refused', async () => {
    await write('first');
    await sleep(50);
    const [at] = await run('select clock_timestamp() as at');
    const moment = at?.['at'];
    assert.ok(moment instanceof Date);
    await sleep(50);
    await write('second');
    await shipAll();
    const then = await kept((await restored({ at: addMs(moment, 1) })).postgres.url);
    assert.ok(then.includes('first 1') && !then.includes('second 1'), then.join());
    await assert.rejects(restored({ at: addMs(now(), DAY_MS) }), { name: 'BackupError', message: /The stored log ends before/ });
    await assert.rejects(restored({ at: addMs(now(), -DAY_MS) }), { name: 'BackupError', message: /what was before cannot be restored/ });
  });

  test('the log waits while the place is away, and is stored in its order when it is back', async () => {
    const away = { ...place, storage: await places.away() };
    await write('waited');
    await run('select pg_switch_wal()');
    const of = { dataDir, systemIdentifier: await systemIdentifier() };
    for (let tries = 0; (await waitingWal(dataDir)).length === 0; tries += 1) {
      assert.ok(tries < 300, 'nothing was handed over');
      await sleep(100);
    }
    await assert.rejects(shipWal({ ...of, place: away }));
    assert.ok((await waitingWal(dataDir)).length > 0);
    // Two at once, as a command beside a running Boreal.
    await Promise.all([shipWal({ ...of, place }), shipWal({ ...of, place })]);
    assert.deepEqual(await waitingWal(dataDir), []);
    assert.ok((await kept((await restored()).postgres.url)).includes('waited 1'));
  });

  test('the log of a copy of this database is not overwritten by ours, nor ours by its; one segment is stored as often as one likes', async () => {
    const of = { dataDir, place, systemIdentifier: await systemIdentifier() };
    await shipAll();
    await write('of the original');
    await run('select pg_switch_wal()');
    for (let tries = 0; (await waitingWal(dataDir)).length === 0; tries += 1) {
      assert.ok(tries < 300, 'nothing was handed over');
      await sleep(100);
    }
    const [name = ''] = await waitingWal(dataDir);
    const path = walPath({ ...of, name });
    const seal = { key: place.key, name };
    const spooled = join(dataDir, 'boreal-archive', name);
    await copyFile(spooled, `${dataDir}.${name}`);

    await writeSealed({ storage: place.storage, path }, Readable.from([Buffer.from('of the copy')]), seal);
    const theirs = await read(path);
    await assert.rejects(shipWal(of), { name: 'BackupError', message: /is stored already, and is not ours: another Boreal on a copy/ });
    assert.ok((await waitingWal(dataDir)).includes(name), 'ours waits');
    assert.ok((await read(path)).equals(theirs));
    await assert.rejects(take(), { name: 'BackupError', message: /is not ours/ });

    await place.storage.remove(path);
    await shipAll();
    // Killed between storing it and taking it out of the spool.
    const once = await read(path);
    await copyFile(`${dataDir}.${name}`, spooled);
    await shipWal(of);
    assert.deepEqual([await waitingWal(dataDir), (await read(path)).equals(once)], [[], true]);
    // What nobody can read is mended.
    await put(path, once.subarray(0, 100));
    await copyFile(`${dataDir}.${name}`, spooled);
    await shipWal(of);
    assert.ok((await kept((await restored()).postgres.url)).includes('of the original 1'));
  });

  test('whoever has the place reads nothing, and what they change is refused', async () => {
    const system = await systemIdentifier();
    await write('a secret of a customer');
    await shipAll();
    let seen = 0;
    for (const within of ['base', 'wal']) {
      for (const { name } of (await place.storage.list(`${system}/${within}`)).files) {
        assert.ok(!(await read(`${system}/${within}/${name}`)).includes('a secret of a customer'), name);
        seen += 1;
      }
    }
    assert.ok(seen > 3);
    await assert.rejects(restored({ place: { ...place, key: randomBytes(32) } }), { name: 'BackupError', message: /another key/ });
    const last = (await listWal(place, system)).filter(({ name }) => /^[0-9A-F]{24}$/.test(name)).at(-1);
    const path = walPath({ systemIdentifier: system, name: last?.name ?? '' });
    const sound = await read(path);
    await put(path, Buffer.concat([sound.subarray(0, 200), Buffer.from([(sound[200] ?? 0) ^ 1]), sound.subarray(201)]));
    try {
      await assert.rejects(restored(), { name: 'BackupError', message: /damaged/ });
      await place.storage.remove(path);
      await shipAll();
      await assert.rejects(restored(), { name: 'BackupError', message: /has a hole after/ });
    } finally {
      await put(path, sound);
    }
  });

  test('nothing that is there is overwritten, and what is restored takes its place whole', async () => {
    await assert.rejects(restored({ dataDir }), { name: 'BackupError', message: /is not empty. Nothing is overwritten/ });
    const from = join(folder, 'draft');
    const to = join(folder, 'placed');
    const copy = await restoreBackup({ place, livesOn: true, dataDir: from });
    await copy.close();
    await assert.rejects(placeRestored({ from, to: dataDir }), { name: 'BackupError' });
    await placeRestored({ from, to });
    const again = await startEmbeddedPostgres({ dataDir: to, settings: { fsync: 'off' } });
    made.push({ close: async () => void (await again.stop()) });
    assert.ok((await kept(again.url)).includes('before 20000'));
    assert.deepEqual(
      (await readdir(to)).filter((name) => name.startsWith('boreal-')),
      ['boreal-archive'],
    );
  });

  test('old backups go with the log that only they need, and the days that are to be kept can still be restored', async () => {
    const system = await systemIdentifier();
    await write('old');
    await take();
    await write('newer');
    const newest = await take();
    const all = await listBaseBackups(place);
    assert.equal(all.length, 3);
    const removed = await forgetOldBackups(place, { systemIdentifier: system, before: addMs(now(), 1000) });
    assert.deepEqual(
      removed,
      all.slice(0, -1).map(({ id }) => id),
    );
    const names = (await listWal(place, system)).map(({ name }) => name);
    assert.ok(names.every((name) => name >= newest.firstWal) && names.includes(newest.firstWal));
    await shipAll();
    assert.ok((await kept((await restored()).postgres.url)).includes('newer 1'));
    assert.deepEqual(await forgetOldBackups(place, { systemIdentifier: system, before: now() }), []);
  });

  test('what a killed writer left goes, and what somebody may still write stays', async () => {
    const system = await systemIdentifier();
    const [backup] = await listBaseBackups(place);
    await put(`${system}/base/20260101T000000000Z.sealed`, Buffer.from('a copy without its manifest'));
    const left = await places.leaveUnfinished(place.storage, `${system}/base/20260102T000000000Z.sealed`);
    await sweepBrokenOff(place, { systemIdentifier: system, before: addMs(now(), -DAY_MS) });
    assert.ok(await left.isThere());
    assert.ok(await place.storage.has(`${system}/base/20260101T000000000Z.sealed`));
    await sweepBrokenOff(place, { systemIdentifier: system, before: addMs(now(), DAY_MS) });
    assert.ok(!(await left.isThere()));
    assert.ok(!(await place.storage.has(`${system}/base/20260101T000000000Z.sealed`)));
    assert.deepEqual(
      (await listBaseBackups(place)).map(({ id }) => id),
      [backup?.id],
    );
    assert.ok((await kept((await restored()).postgres.url)).includes('newer 1'));
  });

  test('a copy that is being made is broken off by a stop, and nothing takes it for one', async () => {
    const storage = await places.fresh();
    const seen = { begun: false };
    async function* stuck(source: AsyncIterable<Buffer>, signal?: AbortSignal) {
      for await (const chunk of source) {
        seen.begun = true;
        yield chunk;
        await sleep(DAY_MS, undefined, { ...(signal && { signal }) });
      }
    }
    const slow = {
      ...storage,
      write: (path: string, source: AsyncIterable<Buffer>, signal?: AbortSignal) =>
        storage.write(path, path.includes('/base/') ? stuck(source, signal) : source, signal),
    };
    const own = { storage: slow, key: place.key };
    const keeping = keepBackups({ url: postgres.url, dataDir, place: own, keepDays: 3, clock, log: createLog('silent') });
    for (let tries = 0; !seen.begun; tries += 1) {
      assert.ok(tries < 300, 'no copy was begun');
      await sleep(100);
    }
    await keeping.stop();
    assert.deepEqual((await storage.list(`${await systemIdentifier()}/base`)).files, []);
    // What was written is stored all the same.
    assert.deepEqual(await waitingWal(dataDir), []);
  });

  test('kept by themselves: a base backup at first, the log as it comes, and the rest at the end', async () => {
    const own = { storage: await places.fresh(), key: place.key };
    await writeManifest(own, { ...(await take()), systemIdentifier: '1', id: '20260101T000000Z' });
    const warned: unknown[] = [];
    const log = Object.assign(createLog('silent'), { warn: (_: unknown, text: unknown) => warned.push(text) });
    const keeping = keepBackups({ url: postgres.url, dataDir, place: own, keepDays: 3, clock, log });
    for (let tries = 0; (await listBaseBackups(own)).length === 1; tries += 1) {
      assert.ok(tries < 300, 'no base backup was made');
      await sleep(100);
    }
    await write('at the very end');
    await keeping.stop();
    assert.deepEqual(warned, ['backups of another database lie in the same place'], 'and once');
    assert.ok(
      (await kept((await restored({ place: own, systemIdentifier: await systemIdentifier() })).postgres.url)).includes('at the very end 1'),
    );
  });

  test('why the log is not stored is noted for whoever asks, and forgotten once it is', async () => {
    const own = { storage: await places.fresh(), key: place.key };
    const away = { why: '' };
    const store = own.storage.write;
    const storage: typeof own.storage = {
      ...own.storage,
      write: (...args) => (away.why === '' ? store(...args) : Promise.reject(new BackupError(away.why))),
    };
    const keep = () =>
      keepBackups({ url: postgres.url, dataDir, place: { ...own, storage }, keepDays: 3, clock, log: createLog('silent') });
    const noted = async (why: string | undefined) => {
      for (let tries = 0; (await readLogFailure(dataDir))?.why !== why; tries += 1) {
        assert.ok(tries < 300, `${why} is not what is noted`);
        await sleep(100);
      }
    };
    away.why = 'The place does not answer. See whether it is mounted.';
    let keeping = keep();
    await write('while it is away');
    await run('select pg_switch_wal()');
    await noted(away.why);
    await keeping.stop();
    // Another process finds it, and another reason takes its place.
    assert.equal((await readLogFailure(dataDir))?.why, away.why);
    away.why = 'The place is full. Make room there.';
    keeping = keep();
    await noted(away.why);
    away.why = '';
    await noted(undefined);
    await keeping.stop();
    assert.deepEqual(await waitingWal(dataDir), []);
  });

  test('no more than a minute can be lost', async () => {
    const [row] = await run(`select extract(epoch from current_setting('archive_timeout')::interval)::int as seconds`);
    assert.ok(Number(row?.['seconds']) <= 45);
  });

  test('a moment is restored although the log behind it cannot be read, as when the key was changed since', async () => {
    const backup = await take();
    await write('of the old key');
    const moment = now();
    await write('later');
    await shipAll();
    const of = { systemIdentifier: await systemIdentifier() };
    const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);
    const before = (await listWal(place, of.systemIdentifier)).map(({ name }) => name).filter(isSegment);
    await write('of the new key');
    await shipAll();
    const since = (await listWal(place, of.systemIdentifier))
      .map(({ name }) => name)
      .filter((name) => isSegment(name) && !before.includes(name));
    assert.ok(since.length > 0);
    for (const name of since) await put(walPath({ ...of, name }), Buffer.from('sealed with another key'));
    const { postgres: copy } = await restored({ at: moment, id: backup.id });
    const texts = (await kept(copy.url)).join();
    assert.match(texts, /of the old key/);
    assert.doesNotMatch(texts, /later|new key/);
    await assert.rejects(restored({ id: backup.id }), { name: 'BackupError', message: /damaged/ });
    await assert.rejects(restored({ at: now(), id: backup.id }), { name: 'BackupError', message: /damaged/ });
    for (const name of since) await place.storage.remove(walPath({ ...of, name }));
    await take();
  });

  test('a killed database is restored with all that was handed over', async () => {
    await take();
    await write('last words');
    await shipAll();
    process.kill(postgres.pid, 'SIGKILL');
    await postgres.exited;
    await rm(dataDir, { recursive: true });
    await rm(`${dataDir}.password`);
    const copy = await restoreBackup({ place, livesOn: true, dataDir: `${dataDir}.restoring` });
    await copy.close();
    await placeRestored({ from: `${dataDir}.restoring`, to: dataDir });
    postgres = await startEmbeddedPostgres({ dataDir, settings: { ...ARCHIVE_SETTINGS, fsync: 'off' } });
    assert.ok((await kept(postgres.url)).includes('last words 1'));
    // It goes on in the same archive, on a line of its own, with a copy at once: the log of that line may not lead on from those before.
    const keeping = keepBackups({ url: postgres.url, dataDir, place, keepDays: 3, clock, log: createLog('silent') });
    const hasCopy = async () => (await listBaseBackups(place)).at(-1)?.firstWal.startsWith('00000002');
    for (let tries = 0; !(await hasCopy()); tries += 1) await sleep(tries < 300 ? 100 : assert.fail('no copy was made on the new line'));
    await keeping.stop();
    await write('second life');
    await shipAll();
    assert.ok((await kept((await restored()).postgres.url)).includes('second life 1'));
  });
}
