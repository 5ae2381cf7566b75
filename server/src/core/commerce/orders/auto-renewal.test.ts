import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { order, orderSteps, PLAN, startOrderCloud } from '../../testing/order-steps.ts';
import type { Customer } from '../../testing/cloud.ts';
import { assertBooks, giveCard, payingCustomer } from '../../testing/paying-customer.ts';
import { setDefaultCard } from '../cards/set-default-card.ts';
import { latestPayments } from '../payments/payments.store.ts';
import { getPayment } from '../payments/get-payment.ts';
import { cancelOrder, setAutoRenew } from './cancel-order.ts';
import { getOrder } from './get-order.ts';
import { quoteAutoRenewal, quoteRenewal } from './renewal-price.ts';
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

/** A term that renews, what its customer is told, and what was finally charged. */
async function renewing({ autoRenew = true } = {}) {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer, { autoRenew });
  await settle(begun);
  await cloud.settle();
  const end = new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
  return {
    customer,
    begun,
    before: (hours: number) => addMs(end, -hours * HOUR_MS),
    async told() {
      const { accountId } = customer.ctx;
      const query = cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', accountId).where('kind', '=', 'renewal_due');
      return (await query.orderBy('id').execute()).map(({ data }) => noticeShapes.renewal_due.parse(data));
    },
    async charged() {
      const payment = (await latestPayments(cloud.db.sql, [begun.orderId])).get(begun.orderId);
      return (await getPayment(customer.ctx, { paymentId: payment?.id ?? '' })).total;
    },
  };
}

async function raise({ ctx: { accountId } }: Customer, validFrom?: Date) {
  const raised = { hourlyMicros: 5n * CAD, monthlyMicros: 3000n * CAD, annualMicros: 2500n * CAD };
  await setPrice(cloud.ctx, { planId: PLAN, accountId, validFrom, ...raised });
}

test('a price that rose since the customer was told is told anew, and charged at the next attempt: nobody pays more than the mail says', async () => {
  const { customer, begun, before, told, charged } = await renewing();
  await jumpTo(before(7 * 24));
  const [first] = await told();
  await raise(customer);
  await jumpTo(before(72));
  assert.equal((await getOrder(customer.ctx, begun)).term, 1);
  const [, anew, ...more] = await told();
  assert.ok(anew && first && more.length === 0);
  const { total } = await quoteAutoRenewal(customer.ctx, begun);
  assert.deepEqual([anew.totalMicros, anew.renewsAt], [String(total * 1e6), before(24).toISOString()]);
  assert.notEqual(anew.totalMicros, first.totalMicros);
  await jumpTo(before(24));
  assert.deepEqual([(await getOrder(customer.ctx, begun)).term, await charged()], [2, total]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('a price that is dated before the charge is in the first mail, in what turning it on is said to charge, and charged at the first attempt', async () => {
  const { customer, begun, before, told, charged } = await renewing();
  const { total: lower } = await quoteAutoRenewal(customer.ctx, begun);
  await raise(customer, before(100));
  const { total, chargedAt } = await quoteAutoRenewal(customer.ctx, begun);
  assert.ok(total > lower);
  await setAutoRenew(customer.ctx, { ...begun, autoRenew: false });
  const turnOn = (expectedTotalCad: number) => setAutoRenew(customer.ctx, { ...begun, autoRenew: true, expectedTotalCad });
  await assert.rejects(turnOn(lower), (error) => isAppError(error, 'PRICE_CHANGED'));
  await turnOn(total);
  await jumpTo(before(7 * 24));
  const [only] = await told();
  assert.deepEqual([only?.totalMicros, only?.renewsAt], [String(total * 1e6), chargedAt]);
  await jumpTo(before(72));
  assert.deepEqual([(await getOrder(customer.ctx, begun)).term, await charged(), (await told()).length], [2, total, 1]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('at the last attempt no more is charged than was told, also where that was a lower price to come', async () => {
  const { customer, begun, before, told, charged } = await renewing();
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, 'declined') });
  await raise(customer);
  const { accountId } = customer.ctx;
  const lower = { hourlyMicros: 3n * CAD, monthlyMicros: 1500n * CAD, annualMicros: 1200n * CAD };
  await setPrice(cloud.ctx, { planId: PLAN, accountId, validFrom: before(100), ...lower });
  for (const hours of [168, 72, 24, 6]) await jumpTo(before(hours));
  await raise(customer);
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, 'visa') });
  await jumpTo(before(1));
  assert.equal((await getOrder(customer.ctx, begun)).term, 2);
  const [only, ...more] = await told();
  assert.deepEqual([String((await charged()) * 1e6), more], [only?.totalMicros, []]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('whoever renews by hand is told of a price that changes before the term ends, and when', async () => {
  const { customer, begun, before, told } = await renewing({ autoRenew: false });
  const { total } = await quoteRenewal(customer.ctx, begun);
  await raise(customer, before(48));
  await jumpTo(before(7 * 24));
  const [only] = await told();
  assert.equal(only?.totalMicros, String(total * 1e6));
  await jumpTo(before(48));
  const { total: dearer } = await quoteRenewal(customer.ctx, begun);
  assert.deepEqual(only?.later, { totalMicros: String(dearer * 1e6), from: before(48).toISOString() });
  await remove(customer, begun.serverId);
});

test('at the last attempt, after which there is no time to tell anybody, a price that rose since is not charged: what was told is', async () => {
  const { customer, begun, before, told, charged } = await renewing();
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, 'declined') });
  for (const hours of [168, 72, 24, 6]) await jumpTo(before(hours));
  await raise(customer);
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, 'visa') });
  await jumpTo(before(1));
  assert.equal((await getOrder(customer.ctx, begun)).term, 2);
  const [only, ...more] = await told();
  assert.deepEqual([String((await charged()) * 1e6), more], [only?.totalMicros, []]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('a server that works again just before the end is renewed at the price that its customer was told', async () => {
  const { customer, begun, before, told, charged } = await renewing();
  await jumpTo(before(168));
  await cloud.engine.faults.hostLost('h100-sxm-0');
  await cloud.pass(3 * MINUTE_MS);
  await raise(customer);
  await jumpTo(before(0.6));
  assert.equal((await getOrder(customer.ctx, begun)).term, 1);
  await cloud.engine.faults.hostBack('h100-sxm-0');
  await cloud.pass(5 * MINUTE_MS);
  await jumpTo(before(0.4));
  assert.equal((await getOrder(customer.ctx, begun)).term, 2);
  assert.equal(String((await charged()) * 1e6), (await told())[0]?.totalMicros);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('whoever turns it on after the mail that asked for a renewal by hand is told what it charges, and of a price that rises then', async () => {
  const { customer, begun, before, told, charged } = await renewing({ autoRenew: false });
  await jumpTo(before(168));
  await setAutoRenew(customer.ctx, { ...begun, autoRenew: true });
  const quote = await quoteAutoRenewal(customer.ctx, begun);
  const [byHand, confirmed] = await told();
  assert.deepEqual([byHand?.automatic, confirmed?.automatic, confirmed?.renewsAt], [false, true, quote.chargedAt]);
  // Setting it again to the same value sends no further mail.
  await setAutoRenew(customer.ctx, { ...begun, autoRenew: true });
  await raise(customer);
  await jumpTo(before(72));
  assert.equal((await getOrder(customer.ctx, begun)).term, 1);
  const [, , anew, ...more] = await told();
  const { total } = await quoteAutoRenewal(customer.ctx, begun);
  assert.deepEqual([anew?.totalMicros, more], [String(total * 1e6), []]);
  await jumpTo(before(24));
  assert.deepEqual([(await getOrder(customer.ctx, begun)).term, await charged()], [2, total]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('turned on in its last days it is charged at once, at what was shown then', async () => {
  const { customer, begun, before, charged } = await renewing({ autoRenew: false });
  await jumpTo(before(168));
  await raise(customer);
  await jumpTo(before(20));
  const { total } = await quoteAutoRenewal(customer.ctx, begun);
  await setAutoRenew(customer.ctx, { ...begun, autoRenew: true });
  await jumpTo(before(20));
  assert.deepEqual([(await getOrder(customer.ctx, begun)).term, await charged()], [2, total]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('an amount that could not be told for want of an address is told before it is charged', async () => {
  const { customer, begun, before, told, charged } = await renewing();
  const { accountId } = customer.ctx;
  const live = (province: string | null) => cloud.db.sql.updateTable('accounts').set({ province }).where('id', '=', accountId).execute();
  await live(null);
  await jumpTo(before(168));
  await jumpTo(before(72));
  await live('QC');
  await jumpTo(before(24));
  assert.equal((await getOrder(customer.ctx, begun)).term, 1);
  const { total } = await quoteAutoRenewal(customer.ctx, begun);
  assert.deepEqual(
    (await told()).map(({ totalMicros }) => totalMicros),
    [null, String(total * 1e6)],
  );
  await jumpTo(before(6));
  assert.deepEqual([(await getOrder(customer.ctx, begun)).term, await charged()], [2, total]);
  await remove(customer, begun.serverId);
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

// Must be the last test: it changes the list price.
test('at the last attempt nobody pays a price that was told to come and never came: the least since then, which was in force', async () => {
  const { customer, begun, before, told, charged } = await renewing();
  const { accountId } = customer.ctx;
  const price = (monthly: bigint) => ({ planId: PLAN, hourlyMicros: 3n * CAD, monthlyMicros: monthly * CAD, annualMicros: monthly * CAD });
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, 'declined') });
  await setPrice(cloud.ctx, { ...price(1500n), validFrom: before(100) });
  await jumpTo(before(168));
  await setPrice(cloud.ctx, { ...price(1400n), accountId });
  for (const hours of [72, 24, 6]) await jumpTo(before(hours));
  await raise(customer);
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, 'visa') });
  await jumpTo(before(1));
  assert.equal((await getOrder(customer.ctx, begun)).term, 2);
  const terms = cloud.db.sql.selectFrom('orderTerms').select('planMicros').where('orderId', '=', begun.orderId).orderBy('number');
  assert.deepEqual(
    (await terms.execute()).map(({ planMicros }) => planMicros),
    [2185n * CAD, 1400n * CAD],
  );
  assert.ok((await charged()) * 1e6 < Number((await told())[0]?.totalMicros));
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});
