import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { order, orderSteps, startOrderCloud } from '../../testing/order-steps.ts';
import { payingCustomer } from '../../testing/paying-customer.ts';
import { retirePlan } from '../../money/catalog/retire-plan.ts';
import { getOrder } from './get-order.ts';
import { renewOrder } from './renew-order.ts';
import { getPayment } from '../payments/get-payment.ts';
import { getConsoleServer } from './get-console-server.ts';
import { listServerStates } from '../../fleet/servers/views/list-server-states.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, remove } = orderSteps(() => cloud);

test('a person sees until when a server is paid, and the next term that is paid and has not begun', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  const held = await getConsoleServer(customer.ctx, begun);
  assert.deepEqual([held.hourlyRate, held.terms?.status, held.terms?.paidUntil], [null, 'pending', null]);
  await settle(begun);
  await cloud.settle();
  const first = await getOrder(customer.ctx, begun);
  const paid = await getConsoleServer(customer.ctx, begun);
  assert.deepEqual([paid.workDiskGb, paid.terms?.paidUntil, paid.terms?.next], [750, first.periodEnd, null]);

  const renewal = await renewOrder(customer.ctx, begun);
  await settle(renewal);
  const { total } = await getPayment(customer.ctx, renewal);
  const after = await getOrder(customer.ctx, begun);
  const renewed = await getConsoleServer(customer.ctx, begun);
  assert.equal(renewed.terms?.paidUntil, first.periodEnd, 'the term that runs is told apart from the next');
  assert.deepEqual(renewed.terms?.next, { start: after.periodStart, end: after.periodEnd, paid: total });
  const [listed] = await listServerStates(customer.ctx);
  assert.equal(listed?.paidUntil, after.periodEnd);
  await remove(customer, begun.serverId);
  const gone = await getConsoleServer(customer.ctx, begun);
  assert.deepEqual([gone.terms?.status, gone.terms?.next], ['ended', null], 'nothing more is at stake');
});

test('a server by the hour has its rate and no term', async () => {
  const customer = await cloud.customer('100');
  const id = await customer.deploy();
  const server = await getConsoleServer(customer.ctx, { serverId: id });
  assert.deepEqual([server.terms, server.hourlyRate], [null, 3.99]);
  assert.deepEqual(
    (await listServerStates(customer.ctx)).map(({ paidUntil, hourlyRate }) => [paidUntil, hourlyRate]),
    [[null, 3.99]],
  );
});

test('a person sees since when a server has its status', async () => {
  const customer = await cloud.customer('100');
  const begun = cloud.clock.now();
  const id = await customer.deploy();
  const before = await getConsoleServer(customer.ctx, { serverId: id });
  assert.deepEqual([before.status, before.statusSince], ['PROVISIONING', begun.toISOString()]);
  cloud.clock.advance(MINUTE_MS);
  await cloud.settle();
  cloud.clock.advance(7 * MINUTE_MS);
  const running = await getConsoleServer(customer.ctx, { serverId: id });
  assert.equal(running.status, 'ACTIVE');
  assert.ok(running.statusSince !== null && new Date(running.statusSince) > begun && new Date(running.statusSince) < cloud.clock.now());
});

test('an order names its plan as it was sold, also when the plan is retired', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  const { productId, planName } = await getOrder(customer.ctx, begun);
  assert.match(planName, /^H100 SXM ×1$/);
  await retirePlan(cloud.ctx, { planId: productId });
  assert.equal((await getOrder(customer.ctx, begun)).planName, planName);
});
