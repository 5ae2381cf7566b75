import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setPlanFlags } from '../../money/prices/set-plan-flags.ts';
import { addHost } from './hosts/add-host.ts';
import { addPool } from './pools/add-pool.ts';
import { hasRoomFor } from './capacity.rules.ts';
import { clearLeftGpus, findHostName, leaveGpus, listEngineHosts, releaseGpus } from './places/capacity.store.ts';
import { deployablePlanIds } from './places/deployable-plan-ids.ts';
import { listHosts } from './hosts/list-hosts.ts';
import { listPools } from './pools/list-pools.ts';
import { setHostState } from './hosts/set-host-state.ts';
import { missing, refusedOn } from '../../testing/refusals.ts';
import { lockAndReserve } from './testing/test-hosts.ts';
import { soldServers, type SoldServers } from './testing/sold-servers.ts';
import { stockByModel } from './places/stock.store.ts';
import { gpusInStock } from './testing/gpus-in-stock.ts';

const region = 'canada-montreal';
let shop: SoldServers;
let accountId: string;

before(async () => {
  shop = await soldServers();
  accountId = (await shop.customer()).accountId;
});
beforeEach(() =>
  shop.db.pool.query('update servers set host_id = null, pool_id = null; delete from gpus; delete from hosts; delete from pools'),
);
after(() => shop.db.close());

test('stock is what accepting hosts have free, and the most of it on one host', async () => {
  const pool = await newPool('h100-sxm');
  await addHost(shop.ctx, { poolId: pool, name: 'a', gpuCount: 4 });
  await addHost(shop.ctx, { poolId: pool, name: 'b', gpuCount: 2 });
  const drained = await addHost(shop.ctx, { poolId: await newPool('h100-sxm', 'second'), name: 'c', gpuCount: 8 });
  await setHostState(shop.ctx, { hostId: drained.id, state: 'draining' });
  assert.deepEqual(await stock(), { 'h100-sxm': { largestFree: 4, totalFree: 6, largestOnDemand: 4 } });

  const server = await reserved(1);
  assert.deepEqual(await stock(), { 'h100-sxm': { largestFree: 4, totalFree: 5, largestOnDemand: 4 } });
  await shop.ctx.transact((tx) => releaseGpus(tx, { serverId: server }));
  assert.deepEqual(await stock(), { 'h100-sxm': { largestFree: 4, totalFree: 6, largestOnDemand: 4 } });
  assert.equal((await stockByModel(shop.db.sql, { region: 'elsewhere' })).size, 0);
});

const sizes = { vcores: 24, ramGb: 200, storageGb: 100, localStorageGb: 750 };
const unknown = { cores: null, memoryGb: null };
const disks = { systemGb: null, workGb: null, shared: false };

test('a plan has room only where one host has the cores, the memory and both disks, too; what is not counted is enough', () => {
  const has = (more: { cores?: number; memoryGb?: number; systemGb?: number; workGb?: number; shared?: boolean }) => {
    const machine = { gpus: 1, cores: more.cores ?? null, memoryGb: more.memoryGb ?? null };
    const host = { free: machine, onDemand: machine, disks: { ...disks, ...more } };
    return hasRoomFor(new Map([['h100-sxm', [host]]]), { ...sizes, gpuModel: 'h100-sxm', gpuCount: 1, spot: true });
  };
  assert.deepEqual([has({}), has({ cores: 24 }), has({ cores: 23 })], [true, true, false]);
  assert.deepEqual([has({ memoryGb: 200 }), has({ memoryGb: 199 })], [true, false]);
  assert.deepEqual([has({ systemGb: 100, workGb: 750 }), has({ systemGb: 99 }), has({ workGb: 749 })], [true, false, false]);
  const both = (gb: number) => has({ systemGb: gb, workGb: gb, shared: true });
  assert.deepEqual([both(850), both(849)], [true, false]);
});

test('a plan has room only where one host has all its GPUs; on demand also has those of spot servers', () => {
  const host = (free: number, onDemand: number) => ({ free: { ...unknown, gpus: free }, onDemand: { ...unknown, gpus: onDemand }, disks });
  const stocked = new Map([['h100-sxm', [host(2, 2), host(0, 4)]]]);
  const room = (spot: boolean) => [1, 2, 4, 8].map((gpuCount) => hasRoomFor(stocked, { ...sizes, gpuModel: 'h100-sxm', gpuCount, spot }));
  assert.deepEqual(room(true), [true, true, false, false]);
  assert.deepEqual(room(false), [true, true, true, false]);
  assert.equal(hasRoomFor(stocked, { ...sizes, gpuModel: 'l4', gpuCount: 1, spot: false }), false);
});

test("what spot servers hold is in stock for on demand only, unless they are in error or leaving; a GPU being left is nobody's yet", async () => {
  await addHost(shop.ctx, { poolId: await newPool('h100-sxm'), name: 'a', gpuCount: 4 });
  const spot = await reserved(2, { planId: 'h100-sxm-x2-spot' });
  await reserved(1);
  const seen = async () => (await stock())['h100-sxm'];
  assert.deepEqual(await seen(), { largestFree: 1, totalFree: 1, largestOnDemand: 3 });
  for (const change of [{ status: 'ERROR' }, { status: 'ACTIVE', goal: 'hibernated' }, { goal: 'running', task: 'backing_up' }] as const) {
    await shop.db.sql.updateTable('servers').set(change).where('id', '=', spot).execute();
    assert.deepEqual(await seen(), { largestFree: 1, totalFree: 1, largestOnDemand: 1 });
  }
  await shop.ctx.transact((tx) => leaveGpus(tx, { serverId: spot }));
  assert.deepEqual(await seen(), { largestFree: 1, totalFree: 1, largestOnDemand: 3 });
  const [host] = await listHosts(shop.db.sql);
  assert.deepEqual([host?.free, host?.used], [1, 3]);
  await shop.ctx.transact((tx) => clearLeftGpus(tx, { serverId: spot }));
  assert.deepEqual(await seen(), { largestFree: 3, totalFree: 3, largestOnDemand: 3 });
});

test('the plans offered instead are those deployable now, cheapest first', async () => {
  await addHost(shop.ctx, { poolId: await newPool('h100-sxm'), name: 'a', gpuCount: 2 });
  await addHost(shop.ctx, { poolId: await newPool('l4'), name: 'b', gpuCount: 1 });
  await addHost(shop.ctx, { poolId: await newPool('b200-sxm'), name: 'c', gpuCount: 8 });
  const deployable = () => deployablePlanIds(shop.db.sql, { accountId: null, region, at: shop.clock.now() });
  assert.deepEqual(await deployable(), ['l4-x1-spot', 'l4-x1', 'h100-sxm-x1-spot', 'h100-sxm-x2-spot', 'h100-sxm-x1', 'h100-sxm-x2']);

  await setPlanFlags(shop.ctx, { planId: 'l4-x1', purchasable: false });
  await setPlanFlags(shop.ctx, { planId: 'l4-x1-spot', autoProvisioning: false });
  await reserved(1);
  assert.deepEqual(await deployable(), ['h100-sxm-x1-spot', 'h100-sxm-x1']);
});

test('an operator sees every GPU and who holds it', async () => {
  const poolId = await newPool('h100-sxm');
  const host = await addHost(shop.ctx, { poolId, name: 'a', gpuCount: 2 });
  const server = await reserved(1);
  assert.deepEqual(await listHosts(shop.db.sql, { poolId }), [
    {
      ...host,
      poolIds: [poolId],
      free: 1,
      used: 1,
      canMove: true,
      refusals: [],
      setAside: 0,
      gpus: [
        {
          slot: 0,
          poolId,
          device: null,
          state: 'ok',
          stateSince: null,
          reason: null,
          serverId: server,
          leavingServerId: null,
          orphanId: null,
        },
        {
          slot: 1,
          poolId,
          device: null,
          state: 'ok',
          stateSince: null,
          reason: null,
          serverId: null,
          leavingServerId: null,
          orphanId: null,
        },
      ],
      use: { cores: null, memoryGb: null, storages: [] },
    },
  ]);
  assert.deepEqual(await listHosts(shop.db.sql, { poolId: 'pool_unknown' }), []);
  assert.deepEqual(
    (await listPools(shop.db.sql)).map((pool) => pool.id),
    [poolId],
  );
  assert.equal(await findHostName(shop.db.sql, host.id), 'a');
  assert.deepEqual(await listEngineHosts(shop.db.sql, 'simulated'), [
    { name: 'a', gpuModels: ['h100-sxm', 'h100-sxm'], devices: [null, null] },
  ]);
  assert.equal((await listEngineHosts(shop.db.sql, 'simulated', 'a')).length, 1);
  assert.deepEqual(await listEngineHosts(shop.db.sql, 'simulated', 'b'), []);
  assert.deepEqual(await listEngineHosts(shop.db.sql, 'incus'), []);
});

test('names are unique, and pools, models and numbers of GPUs must make sense', async () => {
  const poolId = await newPool('h100-sxm');
  await addHost(shop.ctx, { poolId, name: 'a', gpuCount: 1 });
  await assert.rejects(addHost(shop.ctx, { poolId, name: 'a', gpuCount: 1 }), refusedOn('name'));
  await assert.rejects(newPool('h100-sxm'), refusedOn('name'));
  await assert.rejects(newPool('h900'), refusedOn('gpuModel'));
  for (const gpuCount of [0, 1.5, 65]) await assert.rejects(addHost(shop.ctx, { poolId, name: 'b', gpuCount }), refusedOn('gpuCount'));
  await assert.rejects(addHost(shop.ctx, { poolId: 'pool_no', name: 'b', gpuCount: 1 }), missing('pool'));
  await assert.rejects(setHostState(shop.ctx, { hostId: 'host_no', state: 'offline' }), missing('host'));
  assert.equal((await listHosts(shop.db.sql)).length, 1);
});

async function newPool(gpuModel: string, name = `${gpuModel} pool`): Promise<string> {
  return (await addPool(shop.ctx, { name, engine: 'simulated', gpuModel, region })).id;
}

async function reserved(gpuCount: number, more: { planId?: string } = {}): Promise<string> {
  const { id } = await shop.server(accountId, more);
  assert.ok(
    await shop.ctx.transact((tx) => lockAndReserve(tx, { gpuModel: 'h100-sxm', gpuCount, region, serverId: id, at: shop.clock.now() })),
  );
  return id;
}

async function stock() {
  return Object.fromEntries([...(await stockByModel(shop.db.sql, { region }))].map(([model, hosts]) => [model, gpusInStock(hosts)]));
}
