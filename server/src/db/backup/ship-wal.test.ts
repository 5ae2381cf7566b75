import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { listWal, walPath, type BackupPlace } from './backup-place.ts';
import { folderStorage } from './folder-storage.ts';
import { readSealed } from './sealed-file.ts';
import { shipWal, spoolPath, waitingWal } from './ship-wal.ts';

const SEGMENT = '000000010000000000000007';
const HISTORY = '00000002.history';

let folder = '';
let place: BackupPlace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-ship-'));
  place = { storage: folderStorage(join(folder, 'place')), key: randomBytes(32) };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What Postgres of this machine hands over, and Boreal stores. */
async function ship(of: { machine: string; systemIdentifier: string; name: string; text: string }): Promise<readonly string[]> {
  const dataDir = join(folder, of.machine);
  const spooled = spoolPath(dataDir, of.name);
  await mkdir(dirname(spooled), { recursive: true });
  await writeFile(spooled, of.text);
  await shipWal({ dataDir, place, systemIdentifier: of.systemIdentifier });
  return waitingWal(dataDir);
}

async function stored(of: { systemIdentifier: string; name: string }): Promise<string> {
  const at = { storage: place.storage, path: walPath(of) };
  return readSealed(at, { key: place.key, name: of.name }, async (chunks) => {
    const parts: Buffer[] = [];
    for await (const part of chunks) parts.push(part);
    return Buffer.concat(parts).toString();
  });
}

for (const name of [SEGMENT, HISTORY]) {
  test(`${name} of a copy of this database takes no other's place, and waits; ours is stored as often as one likes`, async () => {
    const ours = { machine: 'ours', systemIdentifier: '42', name, text: 'ours' };
    assert.deepEqual([await ship(ours), await ship(ours)], [[], []]);
    await assert.rejects(ship({ ...ours, machine: 'copy', text: 'of the copy' }), {
      name: 'BackupError',
      message: /is stored already, and is not ours: another Boreal on a copy of this database/,
    });
    assert.deepEqual(await waitingWal(join(folder, 'copy')), [name]);
    assert.equal(await stored(ours), 'ours');
  });

  test(`${name} of a copy that is stored in the same moment takes no other's place`, async () => {
    const [ours, copies] = ['ours', 'of the copy'].map((text) => ({ machine: text, systemIdentifier: '42', name, text }));
    assert.ok(ours && copies);
    // Ours is stored when the copy has looked, and found nothing.
    const { storage } = place;
    const write: typeof storage.write = async (...args) => {
      place = { ...place, storage };
      await ship(ours);
      return storage.write(...args);
    };
    place = { ...place, storage: { ...storage, write } };
    await assert.rejects(ship(copies), { name: 'BackupError', message: /is stored already, and is not ours/ });
    assert.equal(await stored(ours), 'ours');
    assert.deepEqual(await waitingWal(join(folder, 'of the copy')), [name]);
    assert.deepEqual(
      (await readdir(join(folder, 'place/42/wal'))).filter((one) => one.startsWith('.')),
      [],
      'and no draft stays',
    );
  });

  test(`${name} of another database is stored beside ours, whichever comes first`, async () => {
    const ours = { machine: 'ours', systemIdentifier: '42', name, text: 'ours' };
    const theirs = { machine: 'other', systemIdentifier: '43', name, text: 'theirs' };
    await ship(theirs);
    await ship(ours);
    assert.deepEqual([await stored(ours), await stored(theirs)], ['ours', 'theirs']);
    for (const { systemIdentifier } of [ours, theirs])
      assert.deepEqual(
        (await listWal(place, systemIdentifier)).map((one) => one.name),
        [name],
      );
  });
}

test('the log of a database that was restored and lives on elsewhere is refused, also where none of its names is taken', async () => {
  const old = { machine: 'old', systemIdentifier: '42' };
  const restored = { machine: 'restored', systemIdentifier: '42' };
  await ship({ ...old, name: SEGMENT, text: 'before' });
  await ship({ ...restored, name: HISTORY, text: 'line 2 begins' });
  await ship({ ...restored, name: '000000020000000000000008', text: 'lives on' });
  const since = '000000010000000000000008';
  await assert.rejects(ship({ ...old, name: since, text: 'of a machine that was believed dead' }), {
    name: 'BackupError',
    message: /00000002\.history\.sealed is stored: this database was restored, and lives on elsewhere/,
  });
  assert.deepEqual(await waitingWal(join(folder, 'old')), [since]);
  assert.deepEqual(await ship({ ...restored, name: '000000020000000000000009', text: 'lives on' }), []);
  assert.deepEqual(
    (await listWal(place, '42')).map(({ name }) => name),
    [SEGMENT, HISTORY, '000000020000000000000008', '000000020000000000000009'].toSorted(),
  );
});
