import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { slotsOf, type Placement } from './capacity.store.ts';
import { setHostState } from '../hosts/set-host-state.ts';
import { lockAndReserve, testHosts, type TestHosts } from '../testing/test-hosts.ts';

let shop: TestHosts;

before(async () => {
  shop = await testHosts();
});
after(() => shop.db.close());

test('200 customers who want the last four GPUs at once are sold exactly four different ones', async () => {
  await shop.emptied();
  await shop.hosts('h100-sxm', { a: 2, b: 2 });
  const wanted = await Promise.all(Array.from({ length: 200 }, () => shop.newServer()));
  const sold = (await Promise.all(wanted.map((serverId) => shop.reserve(serverId, 1)))).filter((each) => each !== null);
  assert.equal(sold.length, 4);
  assert.equal(new Set(sold.map((each) => `${each.hostName} ${each.slots.join()}`)).size, 4);
  assert.deepEqual(await shop.freeGpus(), { a: 0, b: 0 });
});

test('as many customers as fit are all served, however many ask at once', async () => {
  await shop.emptied();
  await shop.hosts('h100-sxm', { a: 8, b: 8 });
  const wanted = await Promise.all(Array.from({ length: 8 }, () => shop.newServer()));
  const sold = await Promise.all(wanted.map((serverId) => shop.reserve(serverId, 2)));
  assert.deepEqual(
    sold.map((each) => each?.slots.length),
    wanted.map(() => 2),
  );
  assert.deepEqual(await shop.freeGpus(), { a: 0, b: 0 });
});

test('a sale that is rolled back leaves its GPUs to the next', async () => {
  await shop.emptied();
  await shop.hosts('h100-sxm', { a: 1 });
  const [first, second] = [await shop.newServer(), await shop.newServer()];
  let waiting: Promise<Placement | null> | undefined;
  const failed = shop.ctx.transact(async (tx) => {
    assert.ok(
      await lockAndReserve(tx, { gpuModel: 'h100-sxm', gpuCount: 1, region: 'canada-montreal', serverId: first, at: shop.ctx.clock.now() }),
    );
    waiting = shop.reserve(second, 1);
    throw new Error('no credit');
  });
  await assert.rejects(failed, /no credit/);
  assert.deepEqual((await waiting)?.slots, [0]);
});

test('a machine is never spread over two hosts', async () => {
  await shop.emptied();
  await shop.hosts('h100-sxm', { a: 3, b: 3 });
  assert.equal(await shop.reserve(await shop.newServer(), 4), null);
  assert.deepEqual((await shop.reserve(await shop.newServer(), 3))?.slots, [0, 1, 2]);
});

test('the host with the fewest free GPUs that suffice is taken, then the first by name, so that whole hosts stay free', async () => {
  await shop.emptied();
  await shop.hosts('h100-sxm', { d: 8, c: 2, b: 2, a: 1 });
  const taken: (string | undefined)[] = [];
  for (const gpuCount of [2, 1, 1, 2, 8]) taken.push((await shop.reserve(await shop.newServer(), gpuCount))?.hostName);
  assert.deepEqual(taken, ['b', 'a', 'c', 'd', undefined]);
});

test('hosts of another model, in another region, draining or offline take no machine', async () => {
  await shop.emptied();
  const [a = '', b = ''] = await shop.hosts('h100-sxm', { a: 1, b: 1 });
  await shop.hosts('h200-sxm', { other: 8 });
  await setHostState(shop.ctx, { hostId: a, state: 'draining' });
  await setHostState(shop.ctx, { hostId: b, state: 'offline' });
  assert.equal(await shop.reserve(await shop.newServer(), 1), null);
  const elsewhere = { gpuModel: 'h200-sxm', gpuCount: 1, region: 'elsewhere', serverId: await shop.newServer(), at: shop.ctx.clock.now() };
  assert.equal(await shop.ctx.transact((tx) => lockAndReserve(tx, elsewhere)), null);
  await setHostState(shop.ctx, { hostId: a, state: 'accepting' });
  assert.equal((await shop.reserve(await shop.newServer(), 1))?.hostName, 'a');
});

test('draining a host waits for the sale under way and stops the one after it', async () => {
  await shop.emptied();
  const [a = ''] = await shop.hosts('h100-sxm', { a: 2 });
  const [first, second] = [await shop.newServer(), await shop.newServer()];
  let drained: Promise<unknown> | undefined;
  await shop.ctx.transact(async (tx) => {
    await lockAndReserve(tx, { gpuModel: 'h100-sxm', gpuCount: 1, region: 'canada-montreal', serverId: first, at: shop.ctx.clock.now() });
    drained = setHostState(shop.ctx, { hostId: a, state: 'draining' });
  });
  await drained;
  assert.equal(await shop.reserve(second, 1), null);
  assert.deepEqual(await shop.freeGpus(), { a: 1 });
});

test('a server that holds GPUs is not given more', async () => {
  await shop.emptied();
  await shop.hosts('h100-sxm', { a: 4 });
  const serverId = await shop.newServer();
  await shop.reserve(serverId, 1);
  await assert.rejects(shop.reserve(serverId, 1), /holds GPUs already/);
  assert.deepEqual(await slotsOf(shop.db.sql, serverId), [0]);
});
