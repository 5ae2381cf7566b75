import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { getInvoice, listInvoices } from '../invoices/get-invoice.ts';
import { createOrder } from '../orders/create-order.ts';
import { receiveEvent } from '../settlement/receive-event.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { assertBooks, cardCash, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { getAutoReload } from '../top-ups/get-auto-reload.ts';
import { setAutoReload } from '../top-ups/set-auto-reload.ts';
import { listRefunds } from './list-refunds.ts';
import { refundPayment } from './refund-payment.ts';

const cloud = await startCloud();
after(() => cloud.close());

async function paid(card: SandboxCard = 'visa', amountCad = 100): Promise<Customer & { paymentId: string }> {
  const customer = await payingCustomer(cloud, { card });
  const { paymentId } = await createTopUp(customer.ctx, { amountCad });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  assert.equal(await customer.balance(), BigInt(amountCad) * 1_000_000n);
  return { ...customer, paymentId };
}
const reason = 'Bought by mistake';
const kinds = async (customer: Customer) => (await listInvoices(customer.ctx)).items.map((invoice) => invoice.kind);

test('a part goes back with its part of the taxes, then the rest exactly, each with a credit note', async () => {
  const customer = await paid();
  const first = await refundPayment(cloud.ctx, { paymentId: customer.paymentId, netMicros: 33_330_000n, reason, key: 'part' });
  assert.equal(await customer.balance(), 66_670_000n, 'taken at once');
  assert.deepEqual(await kinds(customer), ['receipt'], 'no note before the provider has answered');
  await cloud.tendMoney();
  const rest = await refundPayment(cloud.ctx, { paymentId: customer.paymentId, reason, key: 'rest' });
  await cloud.tendMoney();
  assert.equal(first.netMicros + rest.netMicros, 100_000_000n);
  assert.equal(first.taxMicros + rest.taxMicros, 14_980_000n);
  assert.equal(await customer.balance(), 0n);
  const [note] = (await listInvoices(customer.ctx)).items;
  const { content, kind, number } = await getInvoice(customer.ctx, { invoiceId: note?.id ?? '' });
  assert.deepEqual([kind, content.about], ['credit_note', { number: 'INV-000001', reason }]);
  assert.match(number, /^CRN-\d{6}$/);
  await assert.rejects(refundPayment(cloud.ctx, { paymentId: customer.paymentId, reason, key: 'more' }), (error) =>
    isAppError(error, 'NOT_REFUNDABLE'),
  );
  await assertBooks(cloud);
});

test('one key gives back once, from two operators at the same moment too', async () => {
  const customer = await paid();
  const give = () => refundPayment(cloud.ctx, { paymentId: customer.paymentId, netMicros: 10_000_000n, reason, key: 'once' });
  const both = await Promise.all([give(), give()]);
  assert.deepEqual(both.map((each) => each.isNew).sort(), [false, true]);
  await assert.rejects(refundPayment(cloud.ctx, { paymentId: customer.paymentId, netMicros: 1_000_000n, reason, key: 'once' }), (error) =>
    isAppError(error, 'IDEMPOTENCY_CONFLICT'),
  );
  await Promise.all([cloud.tendMoney(), cloud.tendMoney()]);
  await cloud.tendMoney();
  assert.equal(await customer.balance(), 90_000_000n);
  assert.equal((await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items.length, 1);
  await assertBooks(cloud);
});

test('credit that was spent, parts of a cent and unknown payments are not given back', async () => {
  const customer = await paid('visa', 25);
  const serverId = await customer.deploy('h100-sxm-x1');
  const attempt = (netMicros: bigint | undefined, paymentId = customer.paymentId) =>
    refundPayment(cloud.ctx, { paymentId, netMicros, reason, key: `${netMicros}` });
  await assert.rejects(attempt(undefined), (error) => {
    assert.ok(isAppError(error, 'NOT_REFUNDABLE'));
    return error.details.refundableMicros === 21_010_000n;
  });
  await assert.rejects(attempt(1_000_001n), (error) => isAppError(error, 'INVALID_REQUEST'));
  await assert.rejects(attempt(1_000_000n, 'pay_none'), (error) => isAppError(error, 'NOT_FOUND'));
  await attempt(21_010_000n);
  await cloud.tendMoney();
  assert.equal(await customer.balance(), 0n);
  await customer.remove(serverId);
  await cloud.settle();
  await assertBooks(cloud);
});

test('a refund that the bank sends back is the credit of the customer again, without a credit note', async () => {
  const customer = await paid('refund_fails');
  await refundPayment(cloud.ctx, { paymentId: customer.paymentId, netMicros: 40_000_000n, reason, key: 'a' });
  await cloud.tendMoney();
  assert.equal(await customer.balance(), 60_000_000n);
  await cloud.pass(10 * MINUTE_MS);
  assert.equal(await customer.balance(), 100_000_000n);
  assert.deepEqual(await kinds(customer), ['receipt']);
  const [refund] = (await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items;
  assert.equal(refund?.status, 'failed');
  await assertBooks(cloud);
});

test('a dispute takes what the credit still holds, the rest is lost; won, all of it comes back', async () => {
  const customer = await paid('disputed', 30);
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 0, amountCad: 25 });
  const serverId = await customer.deploy('h100-sxm-x1');
  await cloud.pass(25 * HOUR_MS, 30 * MINUTE_MS);
  assert.equal(await customer.balance(), 0n);
  assert.equal((await getAutoReload(customer.ctx)).stopped, true);
  assert.deepEqual((await kinds(customer))[0], 'credit_note');
  await assertBooks(cloud);
  const refunds = (await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items;
  const first = refunds.find((refund) => refund.paymentId === customer.paymentId);
  assert.deepEqual([first?.kind, first?.status, first?.netMicros], ['dispute', 'succeeded', 30_000_000n]);
  const told = await cloud.db.sql.selectFrom('notices').select('data').where('kind', '=', 'dispute_to_answer').execute();
  assert.deepEqual(
    told.map(({ data }) => noticeShapes.dispute_to_answer.parse(data)),
    [
      {
        accountId: customer.ctx.accountId,
        accountName: 'Customer',
        paymentId: customer.paymentId,
        disputeRef: first?.ref,
        amountMicros: '34490000',
        creditMicros: String(first?.creditMicros),
        termEndsAt: null,
      },
    ],
  );
  await cloud.payments.winDispute(first?.ref ?? '');
  await cloud.tendMoney();
  await cloud.tendMoney();
  assert.equal(await customer.balance(), first?.creditMicros);
  await customer.remove(serverId);
  await cloud.settle();
  await assertBooks(cloud);
});

test('the money of an order goes back out of what was earned, and its server goes on', async () => {
  const customer = await payingCustomer(cloud, { place: 'ON' });
  const { ctx, sshKeyId } = customer;
  const begun = await createOrder(ctx, {
    productId: 'h100-sxm-x1',
    cycle: 'monthly',
    region: 'canada-montreal',
    sshKeyId,
    autoRenew: false,
  });
  await settlePayment(cloud.ctx, cloud.payments, begun.paymentId);
  await cloud.settle();
  const before = await cardCash(cloud);
  await refundPayment(cloud.ctx, { paymentId: begun.paymentId, netMicros: 500_000_000n, reason: 'A day without the server', key: 'sla' });
  await cloud.tendMoney();
  assert.equal((await cardCash(cloud)) - before, -565_000_000n);
  assert.equal(await customer.balance(), 0n);
  assert.equal((await cloud.server(begun.serverId)).status, 'ACTIVE');
  await customer.remove(begun.serverId);
  await cloud.settle();
  await assertBooks(cloud);
});

test('a refund that somebody made at the provider is booked once, from what the credit still holds', async () => {
  const customer = await paid('visa', 100);
  const { ref } = await cloud.db.sql.selectFrom('payments').select('ref').where('id', '=', customer.paymentId).executeTakeFirstOrThrow();
  const chargeRef = ref ?? '';
  await refundPayment(cloud.ctx, { paymentId: customer.paymentId, netMicros: 20_000_000n, reason, key: 'ours' });
  await cloud.tendMoney();
  await cloud.payments.refundOutside({ chargeRef, amountMicros: 45_990_000n });
  for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
  assert.equal(await customer.balance(), 40_000_000n);
  assert.deepEqual(await kinds(customer), ['credit_note', 'credit_note', 'receipt']);
  const refunds = (await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items;
  assert.deepEqual(
    refunds.map(({ kind, status, netMicros, taxMicros }) => [kind, status, netMicros, taxMicros]),
    [
      ['refund', 'succeeded', 40_000_000n, 5_990_000n],
      ['refund', 'succeeded', 20_000_000n, 3_000_000n],
    ],
  );
  await assert.rejects(refundPayment(cloud.ctx, { paymentId: customer.paymentId, netMicros: 40_010_000n, reason, key: 'more' }), (error) =>
    isAppError(error, 'NOT_REFUNDABLE'),
  );
  await assertBooks(cloud);
});

test('news of a refund that overtake the answer of its charge are kept until it is there', async () => {
  const customer = await payingCustomer(cloud, { card: 'late' });
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 50 });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  const { ref } = await cloud.db.sql.selectFrom('payments').select('ref').where('id', '=', paymentId).executeTakeFirstOrThrow();
  const chargeRef = ref ?? '';
  cloud.clock.advance(3 * MINUTE_MS);
  assert.deepEqual((await cloud.payments.readCharge(chargeRef)).state, { is: 'succeeded' });
  const refund = await cloud.payments.refundOutside({ chargeRef, amountMicros: 57_490_000n });
  await receiveEvent(cloud.ctx, cloud.payments, { id: 'evt_early', about: 'refund', ref: refund });
  assert.equal((await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items.length, 0);
  await cloud.pass(5 * MINUTE_MS);
  assert.equal(await customer.balance(), 0n);
  assert.deepEqual(await kinds(customer), ['credit_note', 'receipt']);
  await assertBooks(cloud);
});

test('a refund made at the provider that its bank sends back is the credit of the customer again', async () => {
  const customer = await paid('refund_fails', 50);
  const { ref } = await cloud.db.sql.selectFrom('payments').select('ref').where('id', '=', customer.paymentId).executeTakeFirstOrThrow();
  await cloud.payments.refundOutside({ chargeRef: ref ?? '', amountMicros: 57_490_000n });
  await cloud.tendMoney();
  assert.equal(await customer.balance(), 0n);
  await cloud.pass(10 * MINUTE_MS);
  assert.equal(await customer.balance(), 50_000_000n);
  assert.deepEqual(await kinds(customer), ['receipt', 'credit_note', 'receipt']);
  await assertBooks(cloud);
});
