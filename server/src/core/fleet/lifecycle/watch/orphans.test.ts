import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../../testing/cloud.ts';
import { order } from '../../../testing/order-steps.ts';
import { payingCustomer } from '../../../testing/paying-customer.ts';
import { createOrphanSweep } from './remove-orphans.ts';
import { watchMachine } from './watch-machines.ts';

const cloud = await startCloud();
after(() => cloud.close());

const { signal } = new AbortController();

test('a machine whose server is deleted is removed when it is seen the second time, and no other: not one that no row knows', async () => {
  const sweep = createOrphanSweep(cloud.ctx, cloud.engine);
  const customer = await cloud.customer('50');
  const [serverId, deleted] = [await customer.deploy(), await customer.deploy()];
  await cloud.settle();
  await customer.remove(deleted);
  await cloud.settle();
  // The engine remembers the last wish, and a machine that comes back with its host has none.
  await cloud.db.pool.query('delete from simulated_engine.machine where server_id = $1', [deleted]);
  await cloud.engine.plantOrphan(deleted, 'h100-sxm-0');
  await cloud.engine.plantOrphan('srv_sold_since', 'h100-sxm-0');
  assert.deepEqual(await sweep(), []);
  assert.equal((await cloud.engine.observe(deleted, signal)).power, 'running');
  await sweep();
  cloud.clock.advance(60_000);
  assert.equal((await cloud.engine.observe(deleted, signal)).power, 'absent');
  assert.equal((await cloud.engine.observe(serverId, signal)).power, 'running');
  assert.deepEqual(await sweep(), []);
  assert.equal((await cloud.engine.observe('srv_sold_since', signal)).power, 'running');
});

test('the machine of a server that by its row waits for its payment is left alone: it is older than its machine', async () => {
  const sweep = createOrphanSweep(cloud.ctx, cloud.engine);
  // As in a copy of the database from before the card was charged and the machine was made.
  const { serverId } = await order(await payingCustomer(cloud));
  await cloud.engine.plantOrphan(serverId, 'h100-sxm-0');
  for (let looks = 0; looks < 2; looks += 1) assert.deepEqual(await sweep(), []);
  cloud.clock.advance(60_000);
  assert.equal((await cloud.engine.observe(serverId, signal)).power, 'running');
});

test('a machine is looked at by itself when its engine tells of a change', async () => {
  const serverId = await (await cloud.customer('50')).deploy();
  await cloud.settle();
  await cloud.engine.faults.guestPowersOff(serverId);
  await watchMachine(cloud.ctx, cloud.engine, serverId);
  assert.equal((await cloud.server(serverId)).status, 'STOPPED');
  await watchMachine(cloud.ctx, cloud.engine, 'srv_unknown');
});
