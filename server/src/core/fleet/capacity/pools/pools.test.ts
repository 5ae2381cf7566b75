import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { isAppError } from '../../../../kit/errors.ts';
import { listAllAudit } from '../../../ground/audit/list-audit.ts';
import { listAllNamedAudit } from '../../../commerce/oversight/list-named-audit.ts';
import { refusedOn } from '../../../testing/refusals.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { addHost } from '../hosts/add-host.ts';
import { addPool } from './add-pool.ts';
import { utilisationAsJson } from '../use/export-utilisation.ts';
import { listHosts } from '../hosts/list-hosts.ts';
import { listPools } from './list-pools.ts';
import { removeHost } from '../hosts/remove-host.ts';
import { removePool } from './remove-pool.ts';
import { renamePool } from './rename-pool.ts';
import { setHostState } from '../hosts/set-host-state.ts';
import { recordPoolReadings } from '../use/utilisation.ts';

const reason = 'Sold the boxes';
let cloud: Cloud;
let customer: Customer;
let poolId: string;
beforeEach(async () => {
  cloud = await startCloud({ hosts: { 'h100-sxm': [2] } });
  customer = await cloud.customer('100');
  poolId = (await listPools(cloud.db.sql))[0]?.id ?? '';
});
afterEach(async () => {
  try {
    await checkGpus(cloud);
  } finally {
    await cloud.close();
  }
});

const names = async () => (await listPools(cloud.db.sql)).map(({ name }) => name);
const newPool = (name: string) => addPool(cloud.ctx, { name, engine: 'simulated', gpuModel: 'h100-sxm' });
/** Removes the pool's hosts; no server may be on them. */
async function withoutHosts(): Promise<void> {
  for (const { id: hostId } of await listHosts(cloud.db.sql, { poolId })) {
    await setHostState(cloud.ctx, { hostId, state: 'offline' });
    await removeHost(cloud.ctx, { hostId });
  }
}

test('a pool takes another name, and what it sells goes on', async () => {
  const serverId = await customer.deploy();
  await renamePool(cloud.ctx, { poolId, name: 'Montréal 2' });
  await cloud.settle();
  assert.deepEqual([await names(), (await cloud.server(serverId)).status], [['Montréal 2'], 'ACTIVE']);
  assert.equal((await customer.deploy()).startsWith('srv_'), true);
});

test("another pool's name is refused, also to two that want one at once", async () => {
  const other = await newPool('second');
  await assert.rejects(renamePool(cloud.ctx, { poolId, name: 'second' }), refusedOn('name'));
  const both = await Promise.allSettled([poolId, other.id].map((id) => renamePool(cloud.ctx, { poolId: id, name: 'third' })));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  for (const { status, reason: error } of both.map((one) => ({ reason: null, ...one })))
    assert.ok(status === 'fulfilled' || refusedOn('name')(error), String(error));
  assert.equal((await names()).filter((name) => name === 'third').length, 1);
});

test('its own name again changes nothing and writes no line', async () => {
  const before = (await listAllAudit(cloud.ctx, { limit: 100 })).items.length;
  await renamePool(cloud.ctx, { poolId, name: (await names())[0] ?? '' });
  assert.equal((await listAllAudit(cloud.ctx, { limit: 100 })).items.length, before);
});

test('a pool with hosts is not removed, whether its GPUs are sold or not', async () => {
  await assert.rejects(removePool(cloud.ctx, { poolId, reason }), refusedOn('poolId'));
  await customer.deploy();
  await assert.rejects(removePool(cloud.ctx, { poolId, reason }), refusedOn('poolId'));
  assert.equal((await names()).length, 1);
});

test('a pool in which a hibernated server was last stays until that one is deleted', async () => {
  const serverId = await customer.deploy();
  await cloud.settle();
  await customer.act(serverId, 'hibernate');
  await cloud.settle();
  // Its box is lost, with the disks on it.
  await cloud.db.sql.updateTable('hosts').set({ silentSince: cloud.clock.now(), silentWhy: 'unknown_host' }).execute();
  await withoutHosts();
  await assert.rejects(removePool(cloud.ctx, { poolId, reason }), refusedOn('poolId'));
  await customer.remove(serverId);
  await cloud.settle();
  await removePool(cloud.ctx, { poolId, reason });
  assert.equal((await cloud.server(serverId)).poolId, null);
});

test('what a removed pool was called stays in the log and beside how full it was, and its name may be given again', async () => {
  const [name = ''] = await names();
  const serverId = await customer.deploy();
  await cloud.settle();
  await recordPoolReadings(cloud.ctx);
  await customer.remove(serverId);
  await cloud.settle();
  await withoutHosts();
  await removePool(cloud.ctx, { poolId, reason });
  await newPool(name);
  const [line] = (await listAllNamedAudit(cloud.ctx, { action: 'pool.removed' })).items;
  assert.deepEqual([line?.target, line?.targetName, line?.detail['name'], line?.detail['reason']], [poolId, name, name, reason]);
  let told = '';
  for await (const part of utilisationAsJson(cloud.ctx, {})) told += part;
  assert.ok(told.includes(`"poolId":"${poolId}","pool":"${name}","gpuModel":"h100-sxm"`), told);
});

test('a host is added or the pool is removed, never both', async () => {
  const empty = await newPool('empty');
  const outcomes = await Promise.allSettled([
    removePool(cloud.ctx, { poolId: empty.id, reason }),
    addHost(cloud.ctx, { poolId: empty.id, name: 'late', gpuCount: 1 }),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  for (const one of outcomes)
    if (one.status === 'rejected') assert.ok(isAppError(one.reason, 'NOT_FOUND') || refusedOn('poolId')(one.reason), String(one.reason));
  assert.equal((await listHosts(cloud.db.sql, { poolId: empty.id })).length > 0, (await names()).includes('empty'));
});

test('an empty pool is removed in the middle of a sale, which is made in another', async () => {
  const empty = await newPool('aaa');
  const [server] = await Promise.all([customer.deploy(), removePool(cloud.ctx, { poolId: empty.id, reason })]);
  await cloud.settle();
  assert.equal((await cloud.server(server)).status, 'ACTIVE');
});
