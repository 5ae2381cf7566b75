import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { getConsoleServer } from '../../../commerce/orders/get-console-server.ts';
import { listServerStakes } from '../../../commerce/orders/list-server-stakes.ts';
import { listAllAudit } from '../../../ground/audit/list-audit.ts';
import { refusedOn } from '../../../testing/refusals.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { readRecord } from '../../adoption/machine-record.rules.ts';
import { machineSpec } from '../../lifecycle/converge/machine-spec.ts';
import { readHibernatedGb } from '../../servers/hibernated-gb.store.ts';
import { wantedOfEngine } from '../hosts/wanted-of-engine.ts';
import { addHost } from '../hosts/add-host.ts';
import { addPool } from './add-pool.ts';
import { changePoolDisks } from './change-pool-disks.ts';
import { listPools } from './list-pools.ts';

let cloud: Cloud;
let customer: Customer;
let poolId: string;
beforeEach(async () => {
  cloud = await startCloud({
    hosts: { 'h100-sxm': [1] },
    can: { systemDisks: ['flavor', 'volume'], workDisks: ['volume', 'ephemeral'] },
  });
  customer = await cloud.customer('100');
  poolId = (await listPools(cloud.db.sql))[0]?.id ?? '';
});
afterEach(() => cloud.close());

const told = async (serverId: string) => {
  const { workDisk } = await getConsoleServer(customer.ctx, { serverId });
  const stake = (await listServerStakes(customer.ctx)).find(({ id }) => id === serverId);
  const usedGb = (await readHibernatedGb(cloud.db.sql, customer.ctx.accountId))?.usedGb;
  return { workDisk, atStake: stake?.workDisk, usedGb };
};
const specOf = async (serverId: string) => machineSpec(cloud.ctx, await cloud.server(serverId));

test('a server has the disks that its pool chose, and all that is said and counted of it follows', async () => {
  await changePoolDisks(cloud.ctx, { poolId, systemDisk: 'volume', workDisk: 'ephemeral' });
  const id = await customer.deploy();
  assert.equal((await getConsoleServer(customer.ctx, { serverId: id })).workDisk, 'scratch');
  await cloud.settle();
  const { systemDisk, workDisk, record } = await specOf(id);
  assert.deepEqual([systemDisk, workDisk], ['volume', 'ephemeral']);
  assert.partialDeepStrictEqual(readRecord(record), { systemDisk: 'volume', workDisk: 'ephemeral' });
  await cloud.engine.writeDisk(id, 'kept');
  await cloud.engine.writeWorkDisk(id, 'lost');
  await customer.act(id, 'hibernate');
  await cloud.settle();
  assert.deepEqual(await told(id), { workDisk: 'scratch', atStake: 'scratch', usedGb: 100 });
  await customer.act(id, 'hibernate-restore');
  await cloud.settle();
  assert.deepEqual([await cloud.engine.readDisk(id), await cloud.engine.readWorkDisk(id)], ['kept', '']);
});

test('a server keeps its disks when its pool chooses others, and when it wakes in another pool', async () => {
  const id = await customer.deploy();
  await cloud.settle();
  await changePoolDisks(cloud.ctx, { poolId, systemDisk: null, workDisk: 'ephemeral' });
  await cloud.engine.writeWorkDisk(id, 'kept');
  await customer.act(id, 'hibernate');
  await cloud.settle();
  const before = await told(id);
  assert.deepEqual([before.workDisk, before.atStake], ['kept', 'kept']);
  // Its GPU is sold to another server, which is of the new kind; it is restored in a pool that chose the same disks.
  const other = await customer.deploy();
  const second = await addPool(cloud.ctx, { name: 'second', engine: 'simulated', gpuModel: 'h100-sxm', workDisk: 'ephemeral' });
  await addHost(cloud.ctx, { poolId: second.id, name: 'second-1', gpuCount: 1 });
  await customer.act(id, 'hibernate-restore');
  await cloud.settle();
  assert.deepEqual([(await cloud.server(id)).poolId, (await cloud.server(id)).status], [second.id, 'ACTIVE']);
  assert.equal(await cloud.engine.readWorkDisk(id), 'kept');
  assert.deepEqual([(await told(id)).workDisk, (await told(other)).workDisk], ['kept', 'scratch']);
});

test('what a pool chose is what the engine is checked for, each way once', async () => {
  await addPool(cloud.ctx, { name: 'second', engine: 'simulated', gpuModel: 'h100-sxm', systemDisk: 'volume' });
  const { sizes } = await wantedOfEngine(cloud.db.sql, 'simulated');
  assert.deepEqual(new Set(sizes.map(({ systemDisk }) => systemDisk)), new Set([null, 'volume']));
});

test('only what the engine offers is taken, and the choice stands in the audit log', async () => {
  const pool = { name: 'second', engine: 'simulated', gpuModel: 'h100-sxm' };
  await cloud.db.sql
    .updateTable('engineTraits')
    .set({ systemDisks: ['flavor'], workDisks: [] })
    .execute();
  await assert.rejects(addPool(cloud.ctx, { ...pool, systemDisk: 'volume' }), refusedOn('systemDisk'));
  await assert.rejects(changePoolDisks(cloud.ctx, { poolId, systemDisk: 'flavor', workDisk: 'ephemeral' }), refusedOn('workDisk'));
  await assert.rejects(changePoolDisks(cloud.ctx, { poolId: 'pool_none', systemDisk: null, workDisk: null }), { code: 'NOT_FOUND' });
  await changePoolDisks(cloud.ctx, { poolId, systemDisk: 'flavor', workDisk: null });
  await changePoolDisks(cloud.ctx, { poolId, systemDisk: 'flavor', workDisk: null });
  const entries = (await listAllAudit(cloud.ctx, {})).items.filter(({ action }) => action === 'pool.disks_changed');
  assert.deepEqual(
    entries.map(({ detail }) => detail),
    [{ before: { systemDisk: null, workDisk: null }, after: { systemDisk: 'flavor', workDisk: null } }],
  );
});
