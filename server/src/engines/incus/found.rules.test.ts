import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storagesOf, type PoolSpace } from './rules/found.rules.ts';

const GB = 2 ** 30;

function space(name: string, driver: string, config: Record<string, string>, totalGb: number, usedGb = 0): PoolSpace {
  return { pool: { name, driver, config }, host: 'node1', totalBytes: totalGb * GB, usedBytes: usedGb * GB };
}

function storages(...spaces: readonly PoolSpace[]) {
  return Object.fromEntries([...storagesOf(spaces)].map(([pool, { name, sizeGb }]) => [pool, `${name}: ${sizeGb}`]));
}

test('pools of one zpool are one storage, as large as what both have and what is free', () => {
  assert.deepEqual(
    storages(space('nvme', 'zfs', { 'zfs.pool_name': 'tank/a' }, 1200, 200), space('bak', 'zfs', { 'zfs.pool_name': 'tank/b' }, 1500, 500)),
    {
      nvme: 'node1/tank: 1700',
      bak: 'node1/tank: 1700',
    },
  );
  assert.deepEqual(
    storages(space('nvme', 'zfs', { 'zfs.pool_name': 'nvme' }, 1200), space('bak', 'zfs', { 'zfs.pool_name': 'bak' }, 1500)),
    {
      nvme: 'node1/nvme: 1200',
      bak: 'node1/bak: 1500',
    },
  );
});

test('of LVM, what draws on one volume group or on one thin pool of it is one', () => {
  const thick = { 'lvm.vg_name': 'vg', 'lvm.use_thinpool': 'false' };
  assert.deepEqual(storages(space('a', 'lvm', thick, 900), space('b', 'lvm', thick, 900)), { a: 'node1/vg: 900', b: 'node1/vg: 900' });
  const thin = (pool: string) => ({ 'lvm.vg_name': 'vg', 'lvm.thinpool_name': pool });
  assert.deepEqual(storages(space('a', 'lvm', thin('one'), 400), space('b', 'lvm', thin('two'), 500)), {
    a: 'node1/vg/one: 400',
    b: 'node1/vg/two: 500',
  });
});

test('a storage that all members share has one name on all of them', () => {
  const ceph = space('remote', 'ceph', { 'ceph.cluster_name': 'ceph', 'ceph.osd.pool_name': 'incus' }, 9000);
  assert.deepEqual(storagesOf([ceph]), storagesOf([{ ...ceph, host: 'node2' }]));
  assert.deepEqual(storages(ceph), { remote: 'ceph:ceph/incus: 9000' });
});

test('folders that are equally large are taken for folders of one file system, and anything else for a storage of its own', () => {
  assert.deepEqual(
    storages(space('a', 'dir', {}, 100), space('b', 'dir', {}, 100), space('c', 'dir', {}, 50), space('d', 'btrfs', {}, 50)),
    {
      a: 'node1/folders of 100 GB: 100',
      b: 'node1/folders of 100 GB: 100',
      c: 'node1/folders of 50 GB: 50',
      d: 'node1/d: 50',
    },
  );
});
