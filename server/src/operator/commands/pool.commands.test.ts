import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changePoolDisks } from '../../core/fleet/capacity/pools/change-pool-disks.ts';
import { listPools } from '../../core/fleet/capacity/pools/list-pools.ts';
import { whileUncommitted } from '../../core/testing/while-uncommitted.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('a pool chooses its disks where the engine offers a choice, changes one at a time, and leaves it to the engine again', async () => {
  await cloud.db.sql
    .updateTable('engineTraits')
    .set({ systemDisks: ['flavor', 'volume'], workDisks: ['volume', 'ephemeral'] })
    .execute();
  const added = await cloud.run('pool', 'add', 'scratchy', '--model', 'l40s', '--work-disk', 'ephemeral');
  assert.equal(added.code, 0);
  assert.match((await cloud.run('pool', 'list')).out, /scratchy .* work: ephemeral +canada-montreal/);
  const both = await cloud.run('pool', 'disks', 'scratchy', '--system-disk', 'volume');
  assert.equal(
    both.out,
    'New servers of the pool scratchy get these disks: system: volume, work: ephemeral. Servers that already exist keep theirs.\n',
  );
  const own = await cloud.run('pool', 'disks', 'scratchy', '--system-disk', 'default', '--work-disk', 'default');
  assert.equal(
    own.out,
    'New servers of the pool scratchy get the disks that its engine makes by default. Servers that already exist keep theirs.\n',
  );
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('pool', 'list', '--json')), { items: [{ systemDisk: null, workDisk: null }] });
});

test('of two operators who change one disk each at once, neither undoes what the other chose', async () => {
  const pool = (await listPools(cloud.db.sql)).find(({ name }) => name === 'scratchy') ?? assert.fail();
  const out = await whileUncommitted(
    cloud,
    (ctx) => changePoolDisks(ctx, { poolId: pool.id, systemDisk: 'volume' }),
    () => cloud.done('pool', 'disks', 'scratchy', '--work-disk', 'ephemeral'),
  );
  assert.match(out, /these disks: system: volume, work: ephemeral\./);
  await cloud.done('pool', 'disks', 'scratchy', '--system-disk', 'default', '--work-disk', 'default');
});

test('what cannot be chosen is refused with what can be done', async () => {
  await cloud.db.sql
    .updateTable('engineTraits')
    .set({ systemDisks: ['flavor'], workDisks: [] })
    .execute();
  const none = await cloud.attempt('pool', 'disks', 'scratchy');
  assert.deepEqual([none.code, none.err], [1, 'Say what to change: --system-disk or --work-disk.\n']);
  const one = await cloud.attempt('pool', 'disks', 'scratchy', '--system-disk', 'volume');
  assert.match(one.err, /offers only: flavor\. To offer more, name them in OPENSTACK_SYSTEM_DISK and restart Boreal\./);
  const only = await cloud.attempt('pool', 'disks', 'scratchy', '--work-disk', 'ephemeral');
  assert.match(only.err, /makes disks in one way only\. Leave this out\./);
  const strange = await cloud.attempt('pool', 'disks', 'scratchy', '--work-disk', 'floppy');
  assert.match(strange.err, /Allowed choices are volume, ephemeral, default/);
});
