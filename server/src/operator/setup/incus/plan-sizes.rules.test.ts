import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOf, timesShare } from './plan-sizes.rules.ts';

const storage = (name: string, sizeGb: number) => ({ name, sizeGb });
const found = (system: ReturnType<typeof storage>, work = system) => ({
  cores: 64,
  memoryGb: 512,
  storages: { system, work, backups: null },
});

test('each GPU gets an equal share, and all of them together leave the host what it keeps', () => {
  const share = shareOf(found(storage('nvme', 4020)), 8);
  assert.deepEqual(share, { vcores: 8, ramGb: 63, storageGb: 100, localStorageGb: 400 });
  assert.ok(8 * ((share?.storageGb ?? 0) + (share?.localStorageGb ?? 0)) <= 4000);
  assert.deepEqual(share && timesShare(share, 8), { vcores: 64, ramGb: 504, storageGb: 100, localStorageGb: 3200 });
});

test('where work disks lie elsewhere, each storage is shared by itself', () => {
  assert.deepEqual(shareOf(found(storage('ssd', 500), storage('nvme', 2000)), 4), {
    vcores: 16,
    ramGb: 127,
    storageGb: 100,
    localStorageGb: 490,
  });
});

test('a small storage makes small system disks and no work disk; one that is too small sells nothing', () => {
  assert.deepEqual(shareOf(found(storage('file', 60)), 2), { vcores: 32, ramGb: 254, storageGb: 20, localStorageGb: 0 });
  assert.equal(shareOf(found(storage('file', 30)), 2), null);
  assert.equal(shareOf({ ...found(storage('nvme', 4000)), memoryGb: 8 }, 8), null);
});
