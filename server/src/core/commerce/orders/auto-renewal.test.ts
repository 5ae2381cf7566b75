import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { order, orderSteps, PLAN, startOrderCloud } from '../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { latestPayments } from '../payments/payments.store.ts';
import { getPayment } from '../payments/get-payment.ts';
import { cancelOrder, setAutoRenew } from './cancel-order.ts';
import { getOrder } from './get-order.ts';
import { quoteAutoRenewal } from './renewal-price.ts';
import { renewOrder } from './renew-order.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, jumpTo, remove } = orderSteps(() => cloud);
const CAD = 1_000_000n;

test('what turning automatic renewal on is said to charge, and when, is what is charged then', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const first = await getOrder(customer.ctx, begun);
  const quote = await quoteAutoRenewal(customer.ctx, begun);
  assert.deepEqual(
    [quote.periodStart, quote.chargedAt],
    [first.periodEnd, addMs(new Date(first.periodEnd ?? ''), -72 * HOUR_MS).toISOString()],
  );
  await setAutoRenew(customer.ctx, { ...begun, autoRenew: true });
  await jumpTo(addMs(new Date(quote.chargedAt), -2 * HOUR_MS));
  assert.equal((await getOrder(customer.ctx, begun)).term, 1);
  await jumpTo(new Date(quote.chargedAt));
  assert.equal((await getOrder(customer.ctx, begun)).term, 2);
  const payment = (await latestPayments(cloud.db.sql, [begun.orderId])).get(begun.orderId);
  const { total, card } = await getPayment(customer.ctx, { paymentId: payment?.id ?? '' });
  assert.deepEqual([total, card.last4], [quote.total, quote.card?.last4]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('in its last days it is said to charge now; with the next term paid, before the end of that one', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const first = await getOrder(customer.ctx, begun);
  await jumpTo(addMs(new Date(first.periodEnd ?? ''), -10 * HOUR_MS));
  const late = await quoteAutoRenewal(customer.ctx, begun);
  assert.deepEqual([late.chargedAt, late.periodStart], [late.quotedAt, first.periodEnd]);
  await settle(await renewOrder(customer.ctx, begun));
  const ahead = await getOrder(customer.ctx, begun);
  const next = await quoteAutoRenewal(customer.ctx, begun);
  assert.deepEqual(
    [next.periodStart, next.chargedAt],
    [ahead.periodEnd, addMs(new Date(ahead.periodEnd ?? ''), -72 * HOUR_MS).toISOString()],
  );
  await cancelOrder(customer.ctx, begun);
  await assert.rejects(quoteAutoRenewal(customer.ctx, begun), (error) => isAppError(error, 'ORDER_NOT_RENEWABLE'));
  await remove(customer, begun.serverId);
});

test('a price that rose since the customer was told is told anew, and charged at the next attempt: nobody pays more than the mail says', async () => {
  const customer = await payingCustomer(cloud);
  const { accountId } = customer.ctx;
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  const end = new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
  const before = (hours: number) => addMs(end, -hours * HOUR_MS);
  const told = async () => {
    const query = cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', accountId).where('kind', '=', 'renewal_due');
    return (await query.orderBy('id').execute()).map(({ data }) => noticeShapes.renewal_due.parse(data));
  };
  await jumpTo(before(7 * 24));
  const [first] = await told();
  const raised = { hourlyMicros: 5n * CAD, monthlyMicros: 3000n * CAD, annualMicros: 2500n * CAD };
  await setPrice(cloud.ctx, { planId: PLAN, accountId, ...raised });
  await jumpTo(before(72));
  assert.equal((await getOrder(customer.ctx, begun)).term, 1);
  const [, anew, ...more] = await told();
  assert.ok(anew && first && more.length === 0);
  const { total } = await quoteAutoRenewal(customer.ctx, begun);
  assert.deepEqual([anew.totalMicros, anew.renewsAt], [String(total * 1e6), before(24).toISOString()]);
  assert.notEqual(anew.totalMicros, first.totalMicros);
  await jumpTo(before(24));
  assert.equal((await getOrder(customer.ctx, begun)).term, 2);
  const payment = (await latestPayments(cloud.db.sql, [begun.orderId])).get(begun.orderId);
  assert.equal((await getPayment(customer.ctx, { paymentId: payment?.id ?? '' })).total, total);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('a server that is broken is not charged for another term: its customer is told once, and it is renewed as soon as it works again', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  const end = new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
  const before = (hours: number) => addMs(end, -hours * HOUR_MS);
  const failures = async () => {
    const { accountId } = customer.ctx;
    const query = cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', accountId).where('kind', '=', 'renewal_failed');
    return (await query.orderBy('id').execute()).map(({ data }) => noticeShapes.renewal_failed.parse(data).problem);
  };
  await jumpTo(before(80));
  await cloud.engine.faults.hostLost('h100-sxm-0');
  await cloud.pass(3 * MINUTE_MS);
  assert.equal((await cloud.server(begun.serverId)).status, 'ERROR');
  for (const hours of [72, 24, 6, 1]) {
    await jumpTo(before(hours));
    assert.equal((await getOrder(customer.ctx, begun)).term, 1, `not ${hours} hours before`);
  }
  assert.deepEqual(await failures(), ['server_error']);
  assert.ok((await getOrder(customer.ctx, begun)).autoRenew);
  await cloud.engine.faults.hostBack('h100-sxm-0');
  await cloud.pass(5 * MINUTE_MS);
  assert.equal((await cloud.server(begun.serverId)).status, 'ACTIVE');
  await jumpTo(before(0.5));
  assert.equal((await getOrder(customer.ctx, begun)).term, 2);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('one that is still broken when its term ends is not renewed, and owes nothing', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  const end = new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
  await jumpTo(addMs(end, -80 * HOUR_MS));
  await cloud.engine.faults.hostLost('h100-sxm-0');
  await cloud.pass(3 * MINUTE_MS);
  await jumpTo(addMs(end, -HOUR_MS));
  // Without waiting for the machine, which hibernates once its host is back.
  cloud.clock.moveTo(addMs(end, 1));
  await cloud.tendMoney();
  const over = await getOrder(customer.ctx, begun);
  assert.deepEqual([over.status, over.term], ['ended', 1]);
  await cloud.engine.faults.hostBack('h100-sxm-0');
  await cloud.pass(10 * MINUTE_MS);
  assert.equal((await cloud.server(begun.serverId)).status, 'HIBERNATED');
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});
