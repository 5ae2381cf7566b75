import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { reactivateAccount, suspendAccount } from '../../money/accounts/suspend-account.ts';
import { listInvoices } from '../invoices/get-invoice.ts';
import { order, orderSteps, startOrderCloud } from '../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { cancelOrder, setAutoRenew } from './cancel-order.ts';
import { getOrder } from './get-order.ts';
import { renewOrder } from './renew-order.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, jumpTo, remove } = orderSteps(() => cloud);

test('a server deleted while its card is charged is not deployed, and the money goes back', async () => {
  const customer = await payingCustomer(cloud, { card: 'late' });
  const begun = await order(customer);
  await settle(begun);
  await remove(customer, begun.serverId);
  assert.equal(await cloud.gpusTaken(), 0);
  cloud.clock.advance(3 * MINUTE_MS);
  await cloud.tendMoney();
  await cloud.tendMoney();
  assert.equal((await getOrder(customer.ctx, begun)).status, 'failed');
  assert.deepEqual(
    (await listInvoices(customer.ctx)).items.map((invoice) => invoice.kind),
    ['credit_note', 'invoice'],
  );
  assert.equal(await customer.balance(), 0n);
  await assertBooks(cloud);
});

test('a prepaid server that never comes up is in ERROR and its money goes back to the card', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await cloud.engine.faults.bootFails({ serverId: begun.serverId, times: 99 });
  await settle(begun);
  await cloud.settle();
  assert.equal((await cloud.server(begun.serverId)).status, 'ERROR');
  await cloud.tendMoney();
  const books = await cloud.db.sql
    .selectFrom('paymentRefunds')
    .select(['status', 'netMicros'])
    .where('paymentId', '=', begun.paymentId)
    .execute();
  assert.deepEqual(books, [{ status: 'succeeded', netMicros: 2_185_000_000n }]);
  await assert.rejects(renewOrder(customer.ctx, begun), (error) => isAppError(error, 'ORDER_NOT_RENEWABLE'));
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('nor is it kept where nobody saw to the server until its term was over', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  cloud.clock.moveTo(addMs(new Date((await getOrder(customer.ctx, begun)).periodEnd ?? ''), MINUTE_MS));
  await cloud.tendMoney();
  assert.equal((await getOrder(customer.ctx, begun)).status, 'ended');
  await cloud.settle();
  await cloud.tendMoney();
  assert.deepEqual(
    (await listInvoices(customer.ctx)).items.map((invoice) => invoice.kind),
    ['credit_note', 'invoice'],
  );
  await assertBooks(cloud);
});

test('a dispute stops automatic renewal, as it stops auto-reload: the card may be stolen', async () => {
  const customer = await payingCustomer(cloud, { card: 'disputed' });
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  assert.equal((await getOrder(customer.ctx, begun)).autoRenew, true);
  cloud.clock.advance(2 * DAY_MS);
  await cloud.tendMoney();
  const { autoRenew, periodEnd } = await getOrder(customer.ctx, begun);
  assert.equal(autoRenew, false);
  await jumpTo(addMs(new Date(periodEnd ?? ''), -HOUR_MS));
  assert.equal((await getOrder(customer.ctx, begun)).term, 1);
  await jumpTo(new Date(periodEnd ?? ''));
  assert.equal((await cloud.server(begun.serverId)).status, 'HIBERNATED');
  // The cardholder turns it on again.
  assert.equal((await setAutoRenew(customer.ctx, { ...begun, autoRenew: true })).autoRenew, true);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

const givenBack = (paymentId: string) =>
  cloud.db.sql.selectFrom('paymentRefunds').select(['status', 'netMicros']).where('paymentId', '=', paymentId).execute();

test('a renewal that is paid after its server has turned out to never come up goes back to the card', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await cloud.engine.faults.bootFails({ serverId: begun.serverId, times: 99 });
  await settle(begun);
  const renewal = await renewOrder(customer.ctx, begun);
  await cloud.settle();
  assert.equal((await cloud.server(begun.serverId)).status, 'ERROR');
  await settle(renewal);
  await cloud.tendMoney();
  assert.deepEqual(await givenBack(renewal.paymentId), [{ status: 'succeeded', netMicros: 2_185_000_000n }]);
  assert.deepEqual([(await getOrder(customer.ctx, begun)).status, (await getOrder(customer.ctx, begun)).term], ['ended', 1]);
  await remove(customer, begun.serverId);
  await assertBooks(cloud);
});

test('a renewal that is paid after its order was cancelled goes back to the card: the server ends as was said', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const ahead = await renewOrder(customer.ctx, begun);
  const { periodEnd } = await cancelOrder(customer.ctx, begun);
  await settle(ahead);
  await cloud.tendMoney();
  assert.deepEqual(await givenBack(ahead.paymentId), [{ status: 'succeeded', netMicros: 2_185_000_000n }]);
  assert.equal((await getOrder(customer.ctx, begun)).periodEnd, periodEnd);
  await remove(customer, begun.serverId);

  const other = await payingCustomer(cloud);
  const lapsed = await order(other);
  await settle(lapsed);
  await cloud.settle();
  await jumpTo(new Date((await getOrder(other.ctx, lapsed)).periodEnd ?? ''));
  const late = await renewOrder(other.ctx, lapsed);
  assert.equal(await cloud.gpusTaken(lapsed.serverId), 1);
  await cancelOrder(other.ctx, lapsed);
  await settle(late);
  await cloud.tendMoney();
  assert.equal(await cloud.gpusTaken(lapsed.serverId), 0);
  assert.equal((await cloud.server(lapsed.serverId)).status, 'HIBERNATED');
  assert.equal((await givenBack(late.paymentId)).length, 1);
  await remove(other, lapsed.serverId);
  await assertBooks(cloud);
});

test('an account that is suspended while its card is charged has nothing launched, and its money back', async () => {
  const customer = await payingCustomer(cloud);
  const { accountId } = customer.ctx;
  const begun = await order(customer);
  await suspendAccount(cloud.ctx, { accountId, reason: 'The card was reported stolen' });
  await settle(begun);
  await cloud.tendMoney();
  assert.deepEqual(await givenBack(begun.paymentId), [{ status: 'succeeded', netMicros: 2_185_000_000n }]);
  assert.deepEqual([(await getOrder(customer.ctx, begun)).status, (await cloud.server(begun.serverId)).status], ['failed', 'DELETED']);
  assert.equal(await cloud.gpusTaken(), 0);

  await reactivateAccount(cloud.ctx, { accountId });
  const served = await order(customer);
  await settle(served);
  await cloud.settle();
  const renewal = await renewOrder(customer.ctx, served);
  await suspendAccount(cloud.ctx, { accountId, reason: 'The card was reported stolen' });
  await settle(renewal);
  assert.equal((await getOrder(customer.ctx, served)).term, 2, 'what runs runs on');
  await remove(customer, served.serverId);
  await assertBooks(cloud);
});
