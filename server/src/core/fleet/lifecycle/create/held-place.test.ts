import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { getOrder } from '../../../commerce/orders/get-order.ts';
import { renewOrder } from '../../../commerce/orders/renew-order.ts';
import { listRefunds } from '../../../commerce/refunds/list-refunds.ts';
import { order, orderSteps } from '../../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../../testing/paying-customer.ts';
import { addHost } from '../../capacity/hosts/add-host.ts';
import { addPool } from '../../capacity/pools/add-pool.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { setHostState } from '../../capacity/hosts/set-host-state.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

describe('a host that is drained while the card of a server on it is charged', () => {
  let cloud: Cloud;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [2] } });
  });
  afterEach(async () => {
    try {
      await checkGpus(cloud);
      await assertBooks(cloud);
    } finally {
      await cloud.close();
    }
  });
  const { settle, outlive } = orderSteps(() => cloud);

  async function drain(): Promise<string> {
    const [first] = await listHosts(cloud.db.sql);
    await setHostState(cloud.ctx, { hostId: first?.id ?? '', state: 'draining' });
    return first?.poolId ?? '';
  }
  const addSecond = async (poolId: string) => (await addHost(cloud.ctx, { poolId, name: 'second', gpuCount: 2 })).id;
  const refundsOf = async (accountId: string) => (await listRefunds(cloud.ctx, { accountId })).items;

  test('gets no machine of it: the server is launched on another host', async () => {
    const customer = await payingCustomer(cloud);
    const begun = await order(customer);
    const second = await addSecond(await drain());
    await settle(begun);
    await cloud.settle({ repeatEachStep: 2 });
    const server = await cloud.server(begun.serverId);
    assert.deepEqual([server.status, server.hostId], ['ACTIVE', second]);
    assert.equal(await cloud.gpusTaken(), 1);
  });

  test('gives the money back when no other has room, and the server is gone', async () => {
    const customer = await payingCustomer(cloud);
    const begun = await order(customer);
    await drain();
    await settle(begun);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
    assert.equal((await cloud.server(begun.serverId)).status, 'DELETED');
    assert.equal((await getOrder(customer.ctx, begun)).status, 'failed');
    assert.deepEqual(
      (await refundsOf(customer.ctx.accountId)).map(({ status }) => status),
      ['succeeded'],
    );
    assert.equal(await cloud.gpusTaken(), 0);
    assert.deepEqual(await cloud.engine.list(new AbortController().signal), []);
  });

  for (const room of ['room', 'none', 'room for another kind of machine'] as const) {
    const wakes = room === 'room';
    test(`${wakes ? 'wakes a renewed server elsewhere' : 'refunds the renewal of a server that cannot be woken'}: ${room}`, async () => {
      const customer = await payingCustomer(cloud);
      const begun = await order(customer);
      await settle(begun);
      await cloud.settle();
      await outlive(customer, begun);
      const renewed = await renewOrder(customer.ctx, { orderId: begun.orderId });
      const poolId = await drain();
      const other = () => addPool(cloud.ctx, { name: 'other', engine: 'simulated', gpuModel: 'h100-sxm', machineType: 'vm' });
      const second = room === 'none' ? null : await addSecond(wakes ? poolId : (await other()).id);
      await settle(renewed);
      for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
      await cloud.settle({ repeatEachStep: 2 });
      const server = await cloud.server(begun.serverId);
      assert.deepEqual([server.status, server.hostId], wakes ? ['ACTIVE', second] : ['HIBERNATED', null]);
      assert.equal((await refundsOf(customer.ctx.accountId)).length, wakes ? 0 : 1);
      assert.equal(await cloud.gpusTaken(), wakes ? 1 : 0);
    });
  }
});
