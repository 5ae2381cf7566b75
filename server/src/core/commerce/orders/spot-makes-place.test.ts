import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import { listHosts } from '../../fleet/capacity/hosts/list-hosts.ts';
import { setHostState } from '../../fleet/capacity/hosts/set-host-state.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { order, orderSteps } from '../../testing/order-steps.ts';
import { assertBooks, giveCard, payingCustomer } from '../../testing/paying-customer.ts';
import { authenticateTestCharge } from '../settlement/authenticate-test-charge.ts';
import { setDefaultCard } from '../cards/set-default-card.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { getOrder } from './get-order.ts';
import { renewOrder } from './renew-order.ts';

describe('an order for GPUs that a spot server has', () => {
  let cloud: Cloud;
  let guest: Customer;
  let spot: string;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
    guest = await cloud.customer('10');
  });
  afterEach(async () => {
    try {
      await checkGpus(cloud);
      await assertBooks(cloud);
      assert.deepEqual(await cloud.db.sql.selectFrom('promisedPlaces').selectAll().execute(), []);
    } finally {
      await cloud.close();
    }
  });
  const { settle, outlive } = orderSteps(() => cloud);
  const statusOf = async (id: string) => (await cloud.server(id)).status;
  const rent = async () => {
    spot = await guest.deploy('h100-sxm-x1-spot');
    await cloud.settle();
  };
  const refunds = async ({ ctx }: Customer) => (await listRefunds(cloud.ctx, { accountId: ctx.accountId })).items.length;

  test('takes them once its card was charged, and not before', async () => {
    await rent();
    const customer = await payingCustomer(cloud);
    const begun = await order(customer);
    await cloud.settle();
    assert.equal(await statusOf(spot), 'ACTIVE');
    await settle(begun);
    assert.equal((await cloud.server(spot)).task, 'hibernating');
    await cloud.settle({ repeatEachStep: 2 });
    assert.deepEqual([await statusOf(spot), await statusOf(begun.serverId)], ['HIBERNATED', 'ACTIVE']);
  });

  for (const card of ['declined', 'late_decline'] as const) {
    test(`interrupts nobody when the card is ${card}`, async () => {
      await rent();
      const before = await guest.balance();
      const customer = await payingCustomer(cloud, { card });
      const begun = await order(customer);
      await settle(begun);
      await cloud.pass(10 * MINUTE_MS, MINUTE_MS);
      await cloud.tendMoney();
      await cloud.settle();
      assert.deepEqual([await statusOf(begun.serverId), await statusOf(spot)], ['DELETED', 'ACTIVE']);
      assert.equal(await guest.balance(), before);
    });
  }

  test('interrupts nobody when it is deleted before its card was charged', async () => {
    await rent();
    const customer = await payingCustomer(cloud, { card: 'late' });
    const begun = await order(customer);
    await settle(begun);
    await customer.remove(begun.serverId);
    await cloud.pass(10 * MINUTE_MS, MINUTE_MS);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
    assert.equal(await statusOf(spot), 'ACTIVE');
    assert.equal(await refunds(customer), 1);
  });

  test('interrupts nobody while the cardholder authenticates, nor when a GPU has become free meanwhile', async () => {
    await rent();
    const customer = await payingCustomer(cloud, { card: 'authentication' });
    const begun = await order(customer, { present: true });
    await settle(begun);
    assert.equal(await statusOf(spot), 'ACTIVE');
    await guest.remove(spot);
    await cloud.settle();
    await authenticateTestCharge(customer.ctx, cloud.payments, { paymentId: begun.paymentId, proven: true });
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
    assert.equal(await statusOf(begun.serverId), 'ACTIVE');
    const preempted = await cloud.db.sql.selectFrom('notices').where('kind', '=', 'preempted').selectAll().execute();
    assert.deepEqual(preempted, []);
  });

  test('has its place to itself meanwhile: a second order, and hourly demand, are refused before anything is charged', async () => {
    await rent();
    const [first, second, hourly] = [await payingCustomer(cloud), await payingCustomer(cloud), await cloud.customer('50')];
    const begun = await order(first);
    await assert.rejects(order(second), { code: 'PLAN_NOT_AVAILABLE' });
    await assert.rejects(hourly.deploy('h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    await settle(begun);
    await cloud.settle();
    assert.equal(await statusOf(begun.serverId), 'ACTIVE');
  });

  test('has it also when the spot server goes by itself: nobody else gets the GPU that is free then', async () => {
    await rent();
    const [customer, hourly] = [await payingCustomer(cloud), await cloud.customer('50')];
    const begun = await order(customer);
    await guest.remove(spot);
    await cloud.settle();
    await assert.rejects(hourly.deploy('h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    const other = await guest.deploy('h100-sxm-x1-spot');
    await settle(begun);
    await cloud.settle({ repeatEachStep: 2 });
    assert.deepEqual([await statusOf(begun.serverId), await statusOf(other)], ['ACTIVE', 'ERROR']);
  });

  test('is refunded when its host is drained before the card was charged, and its server with it', async () => {
    await rent();
    const customer = await payingCustomer(cloud);
    const begun = await order(customer);
    const [host] = await listHosts(cloud.db.sql);
    await setHostState(cloud.ctx, { hostId: host?.id ?? '', state: 'draining' });
    await settle(begun);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
    assert.deepEqual([await statusOf(begun.serverId), await statusOf(spot)], ['DELETED', 'ACTIVE']);
    assert.equal((await getOrder(customer.ctx, begun)).status, 'failed');
    assert.equal(await refunds(customer), 1);
  });

  for (const card of ['visa', 'declined'] as const) {
    test(`the renewal of a term that is over, charged to ${card}, is the same`, async () => {
      const customer = await payingCustomer(cloud);
      const begun = await order(customer);
      await settle(begun);
      await cloud.settle();
      await outlive(customer, begun);
      await rent();
      await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, card) });
      const renewed = await renewOrder(customer.ctx, { orderId: begun.orderId });
      await cloud.settle();
      assert.equal(await statusOf(spot), 'ACTIVE');
      await settle(renewed);
      await cloud.settle({ repeatEachStep: 2 });
      const both = [await statusOf(begun.serverId), await statusOf(spot)];
      assert.deepEqual(both, card === 'visa' ? ['ACTIVE', 'HIBERNATED'] : ['HIBERNATED', 'ACTIVE']);
    });
  }

  test('launched without a place, as by a process of the version before, it ends in ERROR, refunded, and keeps no place from others', async () => {
    await rent();
    const [customer, hourly] = [await payingCustomer(cloud), await cloud.customer('50')];
    const begun = await order(customer);
    const promises = cloud.db.sql.deleteFrom('promisedPlaces').returningAll();
    const promised = await promises.execute();
    await settle(begun);
    await cloud.db.sql.insertInto('promisedPlaces').values(promised).execute();
    const quicker = await hourly.deploy('h100-sxm-x1');
    await cloud.pass(60 * MINUTE_MS, MINUTE_MS);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
    assert.deepEqual([await statusOf(begun.serverId), await statusOf(quicker)], ['ERROR', 'ACTIVE']);
    assert.equal((await getOrder(customer.ctx, begun)).status, 'ended');
    assert.equal(await refunds(customer), 1);
    assert.deepEqual(await promises.execute(), []);
  });

  test('settled by two at once, it interrupts once and is charged once', async () => {
    await rent();
    const customer = await payingCustomer(cloud);
    const begun = await order(customer);
    await Promise.all([settle(begun), settle(begun), cloud.meter()]);
    await cloud.tendMoney();
    await cloud.settle();
    assert.deepEqual([await statusOf(spot), await statusOf(begun.serverId)], ['HIBERNATED', 'ACTIVE']);
    assert.equal(await guest.balance(), 10_000_000n);
  });
});
