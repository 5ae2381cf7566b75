import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../../kit/clock.ts';
import { isAppError } from '../../../../kit/errors.ts';
import { order, orderSteps, startOrderCloud } from '../../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../../testing/paying-customer.ts';
import { getOrder } from '../../../commerce/orders/get-order.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, remove } = orderSteps(() => cloud);
const H100_HOUR = 3_990_000n;

test('a reboot as the credit runs out keeps no server running', async () => {
  const customer = await cloud.customer('3.99');
  const serverId = await customer.deploy('h100-sxm-x1');
  await cloud.settle();
  await cloud.pass(59 * MINUTE_MS + 30_000, 10 * MINUTE_MS);
  await customer.act(serverId, 'reboot');
  cloud.clock.advance(MINUTE_MS);
  await cloud.tendMoney();
  await assert.rejects(customer.act(serverId, 'reboot'), (error) => isAppError(error, 'INVALID_STATE'));
  await cloud.pass(10 * MINUTE_MS);
  assert.equal((await cloud.server(serverId)).status, 'HIBERNATED');
  assert.equal(await customer.balance(), 0n);
  await customer.remove(serverId);
  await cloud.settle();
});

test('a reboot as a prepaid term ends keeps no server running', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const end = new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
  cloud.clock.moveTo(addMs(end, 1));
  await customer.act(begun.serverId, 'reboot');
  await cloud.tendMoney();
  await assert.rejects(customer.act(begun.serverId, 'reboot'), (error) => isAppError(error, 'OPERATION_IN_PROGRESS'));
  await cloud.settle();
  assert.equal((await cloud.server(begun.serverId)).status, 'HIBERNATED');
  await remove(customer, begun.serverId);
});

test('a reboot that mends a failed server without the credit for its next hour ends in hibernation', async () => {
  const customer = await cloud.customer('3.99');
  const serverId = await customer.deploy('h100-sxm-x1');
  await cloud.settle();
  const host = 'h100-sxm-0';
  await cloud.engine.faults.hostLost(host);
  await cloud.pass(3 * MINUTE_MS);
  assert.equal((await cloud.server(serverId)).status, 'ERROR');
  const left = await customer.balance();
  assert.ok(left < H100_HOUR);
  await cloud.pass(HOUR_MS);
  await customer.act(serverId, 'reboot');
  await cloud.engine.faults.hostBack(host);
  await cloud.pass(10 * MINUTE_MS);
  assert.equal((await cloud.server(serverId)).status, 'HIBERNATED');
  assert.equal(await customer.balance(), left);
  await customer.remove(serverId);
  await cloud.settle();
  await assertBooks(cloud);
});
