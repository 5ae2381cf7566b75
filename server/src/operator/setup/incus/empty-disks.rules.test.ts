import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDisks, whyNotGiven } from './empty-disks.rules.ts';

const device = (path: string, more: object = {}) => ({
  path,
  type: 'disk',
  size: 2 ** 40,
  ro: false,
  fstype: null,
  pttype: null,
  mountpoints: [null],
  ...more,
});
const lsblk = JSON.stringify({
  blockdevices: [
    device('/dev/sda', {
      pttype: 'gpt',
      children: [
        device('/dev/sda1', { type: 'part', pttype: 'gpt', fstype: 'ext4', mountpoints: ['/'] }),
        device('/dev/sda2', { type: 'part', pttype: 'gpt', size: 2 ** 39 }),
      ],
    }),
    device('/dev/nvme0n1'),
    device('/dev/nvme1n1', { fstype: 'LVM2_member' }),
    device('/dev/sdb', { pttype: 'dos' }),
    device('/dev/sdc', { ro: true }),
    device('/dev/sdd', { size: 2 ** 30 }),
    device('/dev/sdf', { mountpoints: ['[SWAP]'], fstype: 'swap' }),
    device('/dev/sr0', { type: 'rom' }),
  ],
});

test('only disks and partitions on which nothing is are offered, the largest first', () => {
  assert.deepEqual(emptyDisks(lsblk), [
    { path: '/dev/nvme0n1', sizeGb: 1024 },
    { path: '/dev/sda2', sizeGb: 512 },
  ]);
});

test('a disk with anything on it is refused, with what that is, and never erased', () => {
  const cases = [
    ['/dev/sda', /has \/dev\/sda1, \/dev\/sda2 on it\. Nothing is erased here/],
    ['/dev/sda1', /is in use at \//],
    ['/dev/nvme1n1', /has something on it \(LVM2_member\)/],
    ['/dev/sdb', /has a table of partitions \(dos\)/],
    ['/dev/sdc', /can only be read/],
    ['/dev/sr0', /is no disk but a rom/],
    ['/dev/sdf', /is in use at \[SWAP\]/],
    ['/dev/none', /There is no disk \/dev\/none/],
  ] as const;
  for (const [path, why] of cases) assert.match(whyNotGiven(lsblk, path) ?? '', why, path);
  assert.equal(whyNotGiven(lsblk, '/dev/nvme0n1'), null);
});
