import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listPlanFacts } from '../../core/fleet/availability/list-plan-facts.ts';
import { listGpuPlans } from '../../core/fleet/availability/list-gpu-plans.ts';
import { publicAvailability } from '../../core/fleet/availability/public-availability.ts';
import { findEngineHosts } from './engine.commands.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
const customer = await cloud.customer('200');
after(() => cloud.close());

const { done, refused } = cloud;

const idsOf = async () => (await listGpuPlans(customer.ctx)).map(({ id }) => id);

test('an owner sells a card that no list of ours knows, in sizes of their own', async () => {
  await done('model', 'add', 'rtx-4090', '--name', 'RTX 4090', '--memory', '24', '--position', '0');
  assert.match(
    await done('plan', 'add', 'rtx-4090', '--gpus', '3', '--vcores', '12', '--ram', '96', '--work-disk', '400', '--price', '0.69'),
    /^Added rtx-4090-x3: 3 × RTX 4090, 12 cores, 96 GB of memory, 100 GB of system disk, 400 GB of work disk\. It is offered at 0\.69 CAD an hour\.$/m,
  );
  const pool = jsonOf(await cloud.attempt('pool', 'add', 'gamers', '--model', 'rtx-4090', '--json'));
  assert.ok(typeof pool === 'object' && pool !== null && 'id' in pool && typeof pool.id === 'string');
  await done('host', 'add', 'gamer-1', '--pool', pool.id, '--gpus', '3');
  // The command sets the price by the real clock.
  cloud.clock.moveTo(new Date());
  const [first] = (await publicAvailability(cloud.db.sql, cloud.clock)).models;
  assert.deepEqual(
    [first?.slug, first?.sizes],
    ['rtx-4090', [{ id: 'rtx-4090-x3', gpuCount: 3, spot: false, available: true, priceOnRequest: false }]],
  );
  const server = await customer.deploy('rtx-4090-x3');
  await cloud.settle();
  assert.equal((await cloud.server(server)).status, 'ACTIVE');
});

test('a plan without a price is not sold until its owner says so', async () => {
  assert.match(await done('plan', 'add', 'l4', '--gpus', '4', '--vcores', '32', '--ram', '192'), /not offered yet/);
  const plan = (await listGpuPlans(customer.ctx)).find(({ id }) => id === 'l4-x4');
  assert.deepEqual([plan?.pricing, plan?.eligibility], [null, 'disabled']);
  assert.match(await refused('plan', 'set', 'l4-x4', '--purchasable', 'yes', '--price-on-request', 'no'), /has no price/);
  await done('plan', 'change', 'l4-x4', '--ram', '256', '--work-disk', '1000');
  assert.deepEqual((await listGpuPlans(customer.ctx)).find(({ id }) => id === 'l4-x4')?.specs, {
    vcores: 32,
    ram: 256,
    storage: 100,
    storageType: 'NVMe',
    localStorage: 1000,
  });
});

test('an operator says which processor and network stand behind a plan, and says it no more', async () => {
  const cpu = ['--cpu-model', 'AMD EPYC 9654'] as const;
  assert.match(await done('plan', 'describe', 'h100-sxm-x1', ...cpu), /^h100-sxm-x1: AMD EPYC 9654, no network named\.$/m);
  const both = await done('plan', 'describe', 'h100-sxm-x1', '--network', '25 Gbit/s');
  assert.match(both, /AMD EPYC 9654, network 25 Gbit\/s\./, 'what is left out stays');
  assert.match(await done('plan', 'describe', 'h100-sxm-x1', '--no-cpu-model'), /no processor named, network 25 Gbit\/s/);
  assert.match(await refused('plan', 'describe', 'h100-sxm-x1'), /Nothing to say/);
  assert.match(await refused('plan', 'describe', 'none', '--no-network'), /plan/);
  assert.match(await done('plan', 'describe', 'h200-sxm-x1', '--every-size', ...cpu), /^h200-sxm-x8-spot: AMD EPYC 9654/m);
  await done('plan', 'add', 'l4', '--gpus', '16', '--vcores', '32', '--ram', '192', ...cpu);
  assert.equal((await listPlanFacts(cloud.ctx)).find(({ planId }) => planId === 'l4-x16')?.cpuModel, 'AMD EPYC 9654');
});

test('a plan that customers have, or may buy, keeps its sizes', async () => {
  assert.match(await refused('plan', 'change', 'l4-x1', '--ram', '1'), /l4-x1 is offered/);
  await done('plan', 'set', 'rtx-4090-x3', '--purchasable', 'no');
  assert.match(await refused('plan', 'change', 'rtx-4090-x3', '--ram', '1'), /Retire it and add another plan/);
});

test('a retired plan disappears, its servers go on, and another takes its place until it is retired too', async () => {
  const serverId = await customer.deploy('h100-sxm-x1');
  await cloud.settle();
  await done('plan', 'retire', 'h100-sxm-x1');
  assert.ok(!(await idsOf()).includes('h100-sxm-x1'));
  await assert.rejects(customer.deploy('h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
  await customer.act(serverId, 'hibernate');
  await cloud.settle();
  await customer.act(serverId, 'hibernate-restore');
  await cloud.settle();
  assert.equal((await cloud.server(serverId)).status, 'ACTIVE');

  assert.match(await refused('plan', 'set', 'h100-sxm-x1', '--purchasable', 'yes'), /is retired/);
  assert.match(
    await refused('plan', 'add', 'h100-sxm', '--gpus', '1', '--vcores', '20', '--ram', '180'),
    /The plan h100-sxm-x1, or another with the same GPUs, already exists/,
  );
  await done('plan', 'add', 'h100-sxm', '--gpus', '1', '--vcores', '20', '--ram', '180', '--id', 'h100-sxm-x1-2027', '--price', '4.09');
  assert.match(await refused('plan', 'reinstate', 'h100-sxm-x1'), /has taken the place/);
  await done('plan', 'retire', 'h100-sxm-x1-2027');
  assert.match(await done('plan', 'reinstate', 'h100-sxm-x1'), /not yet offered/);
  await done('plan', 'set', 'h100-sxm-x1', '--purchasable', 'yes');
  assert.ok((await idsOf()).includes('h100-sxm-x1'));
});

test('a retired model takes its plans along, and comes back without them', async () => {
  await done('model', 'retire', 'a100-80gb');
  assert.ok(!(await idsOf()).some((id) => id.startsWith('a100')));
  assert.match(await refused('plan', 'reinstate', 'a100-80gb-x1'), /The model a100-80gb is retired/);
  assert.match(await refused('pool', 'add', 'more', '--model', 'a100-80gb'), /no such GPU model/);
  await done('model', 'reinstate', 'a100-80gb');
  assert.ok(!(await idsOf()).some((id) => id.startsWith('a100')));
  await done('plan', 'reinstate', 'a100-80gb-x1');
  assert.ok((await idsOf()).includes('a100-80gb-x1'));
});

test('a card that Boreal does not know is recognised by what its owner says that it is on the bus', async () => {
  await done('model', 'add', 'w7900', '--name', 'Radeon PRO W7900', '--memory', '48', '--pci', '1002:7448,1002:744A');
  const gpu = (pciId: string) => ({ device: '0000:17:00.0', model: null, name: 'a card', hardware: { pciId, driverName: null } });
  const engine = {
    ...cloud.engine,
    hosts: async () => [{ name: 'box', reachable: true, found: null, gpus: [gpu('1002:744a'), gpu('1002:ffff'), gpu('10de:2330')] }],
  };
  const open = async () => ({
    engine,
    check: async () => ({ missing: [], unsafe: [] }),
    close: () => {},
    strict: false,
    checkImages: async () => [],
    tryReach: async () => null,
  });
  const one = { name: 'simulated', kind: 'simulated' } as const;
  const [box] = await findEngineHosts(cloud.ctx, { list: () => [one], open }, one);
  assert.deepEqual(
    box?.gpus.map(({ model }) => model),
    ['w7900', null, 'h100-sxm'],
  );
});

test('what cannot be is refused with a sentence', async () => {
  assert.match(await refused('model', 'add', 'l4', '--name', 'L4', '--memory', '24'), /The model l4 already exists/);
  assert.match(await refused('model', 'add', 'RTX', '--name', 'RTX', '--memory', '24'), /slug of a model/);
  assert.match(await refused('model', 'change', 'l4'), /Nothing to change/);
  assert.match(await refused('model', 'change', 'l4', '--pci', '10de:27b8,L4'), /the vendor and the product/);
  assert.match(await refused('model', 'retire', 'l5'), /no such model/);
  assert.match(await refused('plan', 'add', 'l5', '--gpus', '1', '--vcores', '1', '--ram', '1'), /no such GPU model/);
  assert.match(await refused('plan', 'add', 'l4', '--gpus', '0', '--vcores', '1', '--ram', '1'), /whole number from 1 to 64/);
  assert.match(await refused('plan', 'add', 'l4', '--gpus', '3', '--vcores', '0', '--ram', '1'), /whole number from 1 to 1024/);
  assert.match(
    await refused('plan', 'add', 'l4', '--gpus', '3', '--vcores', '8', '--ram', '8', '--disk', '10'),
    /default image ubuntu-24\.04-cuda needs 14 GB/,
  );
});
