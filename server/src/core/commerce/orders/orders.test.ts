import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, addMs } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { getBackups } from '../../fleet/backups/get-backups.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { findOption } from '../../fleet/backups/backup-options.store.ts';
import { getServer } from '../../fleet/servers/views/get-server.ts';
import { listServers } from '../../fleet/servers/views/list-servers.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { setAccountBudget } from '../../money/budgets/set-account-budget.ts';
import { addMonths } from '../../ground/calendar.rules.ts';
import { setDefaultCard } from '../cards/set-default-card.ts';
import { getInvoice, listInvoices } from '../invoices/get-invoice.ts';
import { authenticateTestCharge } from '../settlement/authenticate-test-charge.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { getPayment } from '../payments/get-payment.ts';
import { order, orderSteps, PLAN, startOrderCloud } from '../../testing/order-steps.ts';
import { assertBooks, giveCard, payingCustomer } from '../../testing/paying-customer.ts';
import { cancelOrder, setAutoRenew } from './cancel-order.ts';
import { getOrder, listOrders } from './get-order.ts';
import { quoteOrder } from './quote-order.ts';
import { renewOrder } from './renew-order.ts';
import { quoteRenewal } from './renewal-price.ts';
import { ORDERS_UNPAID_MAX } from './require-few-unpaid.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, jumpTo, remove } = orderSteps(() => cloud);

const noticesOf = async (accountId: string) =>
  (await cloud.db.sql.selectFrom('notices').select('kind').where('accountId', '=', accountId).orderBy('id').execute()).map(
    (row) => row.kind,
  );

test('a month is quoted, ordered, charged and deployed; the GPUs are held before the card is charged', async () => {
  const customer = await payingCustomer(cloud);
  const quote = await quoteOrder(customer.ctx, { productId: PLAN, cycle: 'monthly', region: 'canada-montreal' });
  assert.deepEqual([quote.amount, quote.months, quote.available, quote.hasCard], [2185, 1, true, true]);
  const begun = await order(customer, { expectedTotalCad: quote.total, name: 'trainer' });
  assert.equal(await cloud.gpusTaken(begun.serverId), 1);
  assert.equal((await getOrder(customer.ctx, begun)).status, 'pending');
  await cloud.settle();
  assert.equal((await cloud.server(begun.serverId)).status, 'PROVISIONING', 'no machine before the money');
  await settle(begun);
  await cloud.settle();
  const server = await getServer(customer.ctx, begun);
  assert.deepEqual([server.status, server.monthlyCost], ['ACTIVE', 2185]);
  const paid = await getOrder(customer.ctx, begun);
  assert.deepEqual([paid.status, paid.term, paid.monthlyPrice, paid.payment?.status], ['active', 1, 2185, 'succeeded']);
  assert.equal(paid.periodEnd, addMonths(new Date(paid.periodStart ?? ''), 1).toISOString());
  assert.equal(await customer.balance(), 0n);
  const { invoiceId } = await getPayment(customer.ctx, begun);
  const invoice = await getInvoice(customer.ctx, { invoiceId: invoiceId ?? '' });
  assert.deepEqual([invoice.kind, invoice.net, invoice.total], ['invoice', 2185, quote.total]);
  assert.match(invoice.content.lines[0]?.description.fr ?? '', /H100 SXM ×1, serveur « trainer », du 2027-01-31 au 2027-02-28/);
  assert.deepEqual(await noticesOf(customer.ctx.accountId), ['order_placed', 'receipt']);
  await remove(customer, begun.serverId);
  assert.equal((await getOrder(customer.ctx, begun)).status, 'ended');
  await assertBooks(cloud);
});

for (const [cycle, monthly, dearer] of [
  ['monthly', 2185, 2500],
  ['annual', 1748, 2000],
] as const) {
  test(`while its card is charged, a server ordered ${cycle} costs what it was ordered at, whatever the price is by then`, async () => {
    const customer = await payingCustomer(cloud);
    const { accountId } = customer.ctx;
    const begun = await order(customer, { cycle });
    cloud.clock.advance(1);
    const micros = BigInt(dearer) * 1_000_000n;
    await setPrice(cloud.ctx, { planId: PLAN, accountId, hourlyMicros: 5_000_000n, monthlyMicros: micros, annualMicros: micros });
    const costs = async () => {
      const { items } = await listServers(customer.ctx, {});
      const { monthlyCost } = await getServer(customer.ctx, begun);
      return [items.map((server) => server.monthlyCost), monthlyCost, (await getOrder(customer.ctx, begun)).monthlyPrice];
    };
    assert.deepEqual(await costs(), [[monthly], monthly, monthly]);
    await settle(begun);
    assert.deepEqual(await costs(), [[monthly], monthly, monthly]);
    await remove(customer, begun.serverId);
  });
}

test('a declined card frees the GPUs and leaves neither server nor charge', async () => {
  const customer = await payingCustomer(cloud, { card: 'declined' });
  const begun = await order(customer);
  assert.equal(await cloud.gpusTaken(begun.serverId), 1);
  await settle(begun);
  assert.equal(await cloud.gpusTaken(), 0);
  assert.equal((await cloud.server(begun.serverId)).status, 'DELETED');
  const failed = await getOrder(customer.ctx, begun);
  assert.deepEqual([failed.status, failed.payment?.declineReason], ['failed', 'card_declined']);
  assert.equal((await listInvoices(customer.ctx)).items.length, 0);
  await assert.rejects(renewOrder(customer.ctx, begun), (error) => isAppError(error, 'ORDER_NOT_RENEWABLE'));
  await assertBooks(cloud);
});

test('a plan that is sold by the hour only, or out of stock, is refused before anything is charged', async () => {
  const customer = await payingCustomer(cloud);
  await assert.rejects(order(customer, { productId: 'l4-x1' }), (error) => isAppError(error, 'CYCLE_NOT_AVAILABLE'));
  await assert.rejects(order(customer, { productId: 'h100-sxm-x1-spot', cycle: 'annual' }), (error) =>
    isAppError(error, 'CYCLE_NOT_AVAILABLE'),
  );
  await assert.rejects(order(customer, { productId: 'h200-sxm-x1' }), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  await assert.rejects(order(customer, { expectedTotalCad: 1 }), (error) => isAppError(error, 'PRICE_CHANGED'));
  const broke = await cloud.customer('0');
  await assert.rejects(order(broke), (error) => isAppError(error, 'INVALID_REQUEST'));
  assert.equal((await listOrders(customer.ctx)).items.length, 0);
  assert.equal(await cloud.gpusTaken(), 0);
});

test('what nobody pays for is not held without end: while the card is asked for a few orders, there is no other', async () => {
  const customer = await payingCustomer(cloud, { card: 'authentication' });
  const begun = [];
  for (let n = 0; n < ORDERS_UNPAID_MAX; n += 1) begun.push(await order(customer, { present: true, productId: PLAN }));
  await Promise.all(begun.map(settle));
  await assert.rejects(order(customer, { present: true }), (error) => isAppError(error, 'PAYMENT_IN_PROGRESS'));
  assert.equal(await cloud.gpusTaken(), ORDERS_UNPAID_MAX);
  const [first] = begun;
  const paid = await authenticateTestCharge(customer.ctx, cloud.payments, { paymentId: first?.paymentId ?? '', proven: true });
  assert.equal(paid.status, 'succeeded');
  await cloud.settle();
  await order(customer, { present: true });
  await jumpTo(addMs(cloud.clock.now(), HOUR_MS));
  assert.equal(await cloud.gpusTaken(), 1, 'the cards were never charged');
  await remove(customer, first?.serverId ?? '');
  await assertBooks(cloud);
});

test('an order of one key is one order, and another one under it is refused', async () => {
  const customer = await payingCustomer(cloud);
  const first = await order(customer, { key: 'mine' });
  assert.deepEqual(await order(customer, { key: 'mine' }), first);
  await assert.rejects(order(customer, { key: 'mine', cycle: 'annual' }), (error) => isAppError(error, 'IDEMPOTENCY_CONFLICT'));
  await settle(first);
  await remove(customer, first.serverId);
});

test('no budget counts or stops a prepaid server', async () => {
  const customer = await payingCustomer(cloud);
  await setAccountBudget(cloud.ctx, { accountId: customer.ctx.accountId, monthLimitMicros: 1n, dayLimitMicros: 0n });
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  await cloud.pass(3 * HOUR_MS, 30 * MINUTE_MS);
  assert.equal((await cloud.server(begun.serverId)).status, 'ACTIVE');
  await remove(customer, begun.serverId);
});

test('terms follow the calendar: what began on the 31st ends on the 28th and on the 31st again', async () => {
  const customer = await payingCustomer(cloud);
  // The cloud is still on 31 January in Toronto.
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  const ends: string[] = [];
  for (let term = 1; term <= 3; term += 1) {
    const now = await getOrder(customer.ctx, begun);
    assert.deepEqual([now.status, now.term], ['active', term]);
    ends.push((now.periodEnd ?? '').slice(0, 10));
    // Renewed three days before the end.
    await jumpTo(addMs(new Date(now.periodEnd ?? ''), -72 * HOUR_MS));
  }
  assert.deepEqual(ends, ['2027-02-28', '2027-03-31', '2027-04-30']);
  assert.ok((await noticesOf(customer.ctx.accountId)).filter((kind) => kind === 'renewal_due').length >= 3);
  assert.equal((await cloud.server(begun.serverId)).status, 'ACTIVE');
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('a term that is not renewed hibernates its server; renewing it later restores it on reserved GPUs', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const { periodEnd } = await getOrder(customer.ctx, begun);
  await jumpTo(new Date(periodEnd ?? ''));
  assert.equal((await cloud.server(begun.serverId)).status, 'HIBERNATED');
  assert.equal((await getOrder(customer.ctx, begun)).status, 'ended');
  assert.equal(await cloud.gpusTaken(), 0);
  assert.ok((await noticesOf(customer.ctx.accountId)).includes('hibernated'));
  await assert.rejects(
    customer.act(begun.serverId, 'hibernate-restore'),
    (error) => isAppError(error, 'PAYMENT_REQUIRED') && error.details.missing === 'term' && error.details.orderId === begun.orderId,
  );

  const declined = await giveCard(cloud, customer, 'declined');
  const failed = await renewOrder(customer.ctx, { orderId: begun.orderId, cardId: declined });
  assert.equal(await cloud.gpusTaken(begun.serverId), 1);
  await assert.rejects(renewOrder(customer.ctx, { orderId: begun.orderId }), (error) => isAppError(error, 'PAYMENT_IN_PROGRESS'));
  await settle(failed);
  assert.equal(await cloud.gpusTaken(), 0);
  assert.equal((await cloud.server(begun.serverId)).hostId, null);

  cloud.clock.advance(5 * DAY_MS);
  const renewed = await renewOrder(customer.ctx, { orderId: begun.orderId });
  const paidAt = cloud.clock.now();
  await settle(renewed);
  await cloud.settle();
  assert.equal((await cloud.server(begun.serverId)).status, 'ACTIVE');
  const now = await getOrder(customer.ctx, begun);
  assert.deepEqual([now.status, now.term, now.periodStart], ['active', 2, paidAt.toISOString()]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('a renewal by hand pays the next term, one ahead and no more', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer, { cycle: 'annual' });
  await settle(begun);
  await cloud.settle();
  const first = await getOrder(customer.ctx, begun);
  assert.equal(first.monthlyPrice, 1748);
  const quote = await quoteRenewal(customer.ctx, begun);
  assert.deepEqual([quote.plan, quote.periodStart], [12 * 1748, first.periodEnd]);
  const renewed = await renewOrder(customer.ctx, { orderId: begun.orderId, key: 'again', expectedTotalCad: quote.total });
  assert.deepEqual(await renewOrder(customer.ctx, { orderId: begun.orderId, key: 'again' }), renewed);
  await settle(renewed);
  assert.equal((await getOrder(customer.ctx, begun)).periodEnd, quote.periodEnd);
  await assert.rejects(renewOrder(customer.ctx, { orderId: begun.orderId }), (error) => {
    assert.ok(isAppError(error, 'ORDER_NOT_RENEWABLE'));
    return error.details.reason === 'renewed already';
  });
  await remove(customer, begun.serverId);
  await assert.rejects(renewOrder(customer.ctx, { orderId: begun.orderId }), (error) => isAppError(error, 'ORDER_NOT_RENEWABLE'));
});

test('an automatic renewal that is declined is tried four times, told each time, and ends in hibernation', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer, 'declined') });
  const end = new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
  for (const hours of [168, 72, 24, 6, 1]) await jumpTo(addMs(end, -hours * HOUR_MS));
  await jumpTo(end);
  const told = (await noticesOf(customer.ctx.accountId)).filter((kind) => kind.startsWith('renewal'));
  assert.deepEqual(told, ['renewal_due', 'renewal_failed', 'renewal_failed', 'renewal_failed', 'renewal_failed']);
  assert.equal((await cloud.server(begun.serverId)).status, 'HIBERNATED');
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('a cancelled order runs to the end of its term and cannot be renewed', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  const canceled = await cancelOrder(customer.ctx, begun);
  assert.deepEqual([canceled.status, canceled.canceled, canceled.autoRenew], ['active', true, false]);
  await cancelOrder(customer.ctx, begun);
  await assert.rejects(renewOrder(customer.ctx, begun), (error) => isAppError(error, 'ORDER_NOT_RENEWABLE'));
  await assert.rejects(setAutoRenew(customer.ctx, { ...begun, autoRenew: true }), (error) => isAppError(error, 'ORDER_NOT_RENEWABLE'));
  assert.equal((await cloud.server(begun.serverId)).status, 'ACTIVE');
  await jumpTo(new Date(canceled.periodEnd ?? ''));
  assert.equal((await cloud.server(begun.serverId)).status, 'HIBERNATED');
  await assert.rejects(
    customer.act(begun.serverId, 'hibernate-restore'),
    (error) => isAppError(error, 'PAYMENT_REQUIRED') && error.details.missing === 'canceled term',
  );
  await remove(customer, begun.serverId);
});

test('the backup option is charged for the rest of the term, over a term paid ahead too, and comes with the renewal', async () => {
  const customer = await payingCustomer(cloud, { cad: '0' });
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const { periodStart, periodEnd } = await getOrder(customer.ctx, begun);
  await settle(await createTopUp(customer.ctx, { amountCad: 100 }));
  const before = await customer.balance();
  const half = (new Date(periodStart ?? '').getTime() + new Date(periodEnd ?? '').getTime()) / 2;
  cloud.clock.moveTo(new Date(half));
  const turnedOn = await setBackupOption(customer.ctx, { serverId: begun.serverId, enabled: true });
  assert.equal(turnedOn.charge.amount, 5);
  assert.equal((await getBackups(customer.ctx, begun)).option.billing, 'prepaid');
  const quote = await quoteRenewal(customer.ctx, begun);
  assert.equal(quote.backups, 9.99);
  await settle(await renewOrder(customer.ctx, { orderId: begun.orderId }));
  assert.equal((await findOption(cloud.db.sql, begun.serverId))?.paidUntil?.toISOString(), quote.periodEnd);
  assert.equal(await customer.balance(), before - 5_000_000n);

  const other = await payingCustomer(cloud);
  const ahead = await order(other);
  await settle(ahead);
  await cloud.settle();
  await settle(await renewOrder(other.ctx, { orderId: ahead.orderId }));
  await settle(await createTopUp(other.ctx, { amountCad: 100 }));
  const both = await setBackupOption(other.ctx, { serverId: ahead.serverId, enabled: true });
  assert.ok(Math.abs(both.charge.amount - 2 * 9.99) < 0.05, `two terms: ${both.charge.amount}`);
  await remove(customer, begun.serverId);
  await remove(other, ahead.serverId);
  await assertBooks(cloud);
});

test('the backup option waits for a charge under way, so that no term has backups that nobody pays', async () => {
  const customer = await payingCustomer(cloud, { cad: '100' });
  const begun = await order(customer);
  const turnOn = () => setBackupOption(customer.ctx, { serverId: begun.serverId, enabled: true });
  await assert.rejects(turnOn(), (error) => isAppError(error, 'PAYMENT_IN_PROGRESS'));
  await settle(begun);
  await cloud.settle();
  const { periodEnd } = await getOrder(customer.ctx, begun);

  cloud.clock.moveTo(addMs(new Date(periodEnd ?? ''), -HOUR_MS));
  const renewal = await renewOrder(customer.ctx, { orderId: begun.orderId });
  await assert.rejects(turnOn(), (error) => isAppError(error, 'PAYMENT_IN_PROGRESS'));
  await setBackupOption(customer.ctx, { serverId: begun.serverId, hourLocal: 5 });
  await settle(renewal);
  const { amount } = (await turnOn()).charge;
  assert.ok(amount > 9, `the whole next term: ${amount}`);
  const paidTo = (await getOrder(customer.ctx, begun)).periodEnd;
  assert.equal((await findOption(cloud.db.sql, begun.serverId))?.paidUntil?.toISOString(), paidTo);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test("nobody sees or moves another account's order", async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  const stranger = await payingCustomer(cloud);
  for (const attempt of [
    () => getOrder(stranger.ctx, begun),
    () => renewOrder(stranger.ctx, begun),
    () => cancelOrder(stranger.ctx, begun),
    () => setAutoRenew(stranger.ctx, { ...begun, autoRenew: true }),
    () => quoteRenewal(stranger.ctx, begun),
    () => getPayment(stranger.ctx, begun),
  ]) {
    await assert.rejects(attempt(), (error) => isAppError(error, 'NOT_FOUND'));
  }
  await remove(customer, begun.serverId);
});

test('nor are GPUs held without end for lapsed servers, while the card is asked for their next terms; those that run hold nothing more', async () => {
  const customer = await payingCustomer(cloud);
  const begun = [];
  for (let n = 0; n <= ORDERS_UNPAID_MAX; n += 1) {
    const paid = await order(customer);
    await settle(paid);
    begun.push(paid);
  }
  await cloud.settle();
  const cardId = await giveCard(cloud, customer, 'authentication');
  const renew = async ({ orderId }: { orderId: string }) => {
    const renewal = await renewOrder(customer.ctx, { orderId, cardId, present: true });
    await settle(renewal);
    return renewal;
  };
  for (const running of begun) await renew(running);
  await jumpTo(addMs(cloud.clock.now(), HOUR_MS));
  await jumpTo(new Date((await getOrder(customer.ctx, begun[0] ?? { orderId: '' })).periodEnd ?? ''));
  assert.equal(await cloud.gpusTaken(), 0, 'hibernated');
  for (const lapsed of begun.slice(0, ORDERS_UNPAID_MAX)) await renew(lapsed);
  const isRefused = (error: unknown) => isAppError(error, 'PAYMENT_IN_PROGRESS');
  await assert.rejects(renew(begun[ORDERS_UNPAID_MAX] ?? { orderId: '' }), isRefused);
  await assert.rejects(order(customer, { present: true, cardId }), isRefused);
  assert.equal(await cloud.gpusTaken(), ORDERS_UNPAID_MAX);
  await jumpTo(addMs(cloud.clock.now(), HOUR_MS));
  assert.equal(await cloud.gpusTaken(), 0, 'the cards were never charged');
  for (const { serverId } of begun) await remove(customer, serverId);
  await assertBooks(cloud);
});
