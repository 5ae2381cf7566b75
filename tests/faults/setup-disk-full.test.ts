import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSettingsFile } from '../../server/src/operator/setup/settings-file.ts';
import { fillDisk, onSmallDisk, ownSmallDisk } from '../testing/small-disk.ts';

const disk = ownSmallDisk();

if (disk === null) {
  test('a full disk leaves the settings as they were', (t) => onSmallDisk(t, import.meta.filename, 8));
} else {
  test('what cannot be written whole is not written at all, and is written when there is room again', async () => {
    const path = join(disk, 'boreal.env');
    const before = '# Mine\nSITE_URL=https://gpu.example.com\n';
    await writeFile(path, before, { mode: 0o640 });
    const settings = openSettingsFile(path, { groupId: null });
    const long = { name: 'MAIL_FROM', value: `Boreal ${'x'.repeat(20_000)} <no-reply@gpu.example.com>` };
    const makeRoom = await fillDisk(disk);
    await assert.rejects(settings.write(long), /could not be written, and is as it was: the disk is full\. Make room in /);
    assert.equal(await readFile(path, 'utf8'), before);
    assert.deepEqual(
      (await readdir(disk)).filter((name) => name.includes('setup')),
      [],
    );
    await makeRoom();
    await settings.write(long);
    assert.deepEqual(await settings.read(), { SITE_URL: 'https://gpu.example.com', MAIL_FROM: long.value });
    assert.equal((await stat(path)).mode & 0o777, 0o640);
  });
}
