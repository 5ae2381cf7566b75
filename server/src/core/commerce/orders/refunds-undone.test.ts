import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { verifyLedger } from '../../money/verification/verify-ledger.ts';
import { order, orderSteps, startOrderCloud } from '../../testing/order-steps.ts';
import { addPerson } from '../../testing/people.ts';
import { assertBooks, giveCard, payingCustomer } from '../../testing/paying-customer.ts';
import { closeAccount } from '../closing/close-account.ts';
import { eraseAccount } from '../erasure/erase-account.ts';
import { issueStatements } from '../invoices/issue-statements.ts';
import { getInvoicePdf } from '../invoices/get-invoice-pdf.ts';
import { listInvoices } from '../invoices/get-invoice.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { renewOrder } from './renew-order.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, remove } = orderSteps(() => cloud);
const MONTH = 2_185_000_000n;

/** A running server with its next term paid by a card that causes trouble. */
async function paidAhead(card: SandboxCard) {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const cardId = await giveCard(cloud, customer, card);
  const ahead = await renewOrder(customer.ctx, { orderId: begun.orderId, cardId });
  await settle(ahead);
  const { accountId } = customer.ctx;
  const refunds = async () =>
    (await listRefunds(cloud.ctx, { accountId })).items.filter(({ paymentId }) => paymentId === ahead.paymentId).reverse();
  return { customer, accountId, begun, ahead, refunds };
}

async function tend(times = 3): Promise<void> {
  for (let time = 0; time < times; time += 1) await cloud.tendMoney();
}

const noticesOf = async (accountId: string, kind: 'refund_failed' | 'account_closed_with_credit') =>
  (await cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', accountId).where('kind', '=', kind).execute()).map(
    ({ data }) => noticeShapes[kind].parse(data),
  );

test('a term that never began, whose refund the bank returns, is the credit of the customer: the house keeps nothing of it', async () => {
  const { customer, accountId, begun, ahead, refunds } = await paidAhead('refund_fails');
  await remove(customer, begun.serverId);
  await cloud.pass(10 * MINUTE_MS);
  assert.deepEqual(
    (await refunds()).map(({ status }) => status),
    ['failed'],
  );
  assert.equal(await customer.balance(), MONTH);
  const [told] = await noticesOf(accountId, 'refund_failed');
  assert.ok(told && 'creditMicros' in told && told.creditMicros === String(MONTH));
  await assertBooks(cloud);
  // Refunded again, it comes from that credit, and not from the revenue a second time.
  await refundPayment(cloud.ctx, { paymentId: ahead.paymentId, netMicros: MONTH, reason: 'Asked for', key: 'again' });
  assert.equal(await customer.balance(), 0n);
  await cloud.pass(10 * MINUTE_MS);
  assert.equal(await customer.balance(), MONTH);
  await assertBooks(cloud);
});

test('a part of an unused term that has come back is the customer’s, and the rest is still given back when its server is given up', async () => {
  const customer = await payingCustomer(cloud, { card: 'refund_fails' });
  const begun = await order(customer);
  await settle(begun);
  // Nothing processes its machine until the term is over.
  cloud.clock.moveTo(addMs(cloud.clock.now(), 32 * DAY_MS));
  await tend();
  const third = 700_000_000n;
  await refundPayment(cloud.ctx, { paymentId: begun.paymentId, netMicros: third, reason: 'Asked for', key: 'third' });
  await tend();
  cloud.clock.advance(10 * MINUTE_MS);
  await tend();
  assert.equal(await customer.balance(), third);
  await cloud.settle();
  await cloud.pass(10 * MINUTE_MS);
  assert.deepEqual(
    (await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items.map(({ netMicros, status }) => [netMicros, status]),
    [
      [MONTH - third, 'failed'],
      [third, 'failed'],
    ],
  );
  assert.equal(await customer.balance(), MONTH);
  await assertBooks(cloud);
});

test('a term that never began, disputed while its server was deleted, is the credit of the customer once the dispute is won', async () => {
  const { customer, begun, ahead, refunds } = await paidAhead('disputed');
  cloud.clock.advance(25 * HOUR_MS);
  await tend();
  await remove(customer, begun.serverId);
  const [dispute, ...others] = await refunds();
  assert.ok(dispute?.kind === 'dispute' && others.length === 0);
  assert.equal(await customer.balance(), 0n);
  await cloud.payments.winDispute(dispute.ref ?? '');
  await tend();
  assert.equal(await customer.balance(), MONTH);
  await assertBooks(cloud);
  // A bank that changes its mind takes it from the credit again.
  await cloud.payments.loseDispute(dispute.ref ?? '');
  await tend();
  assert.equal(await customer.balance(), 0n);
  await cloud.payments.winDispute(dispute.ref ?? '');
  await tend();
  assert.equal(await customer.balance(), MONTH);
  await refundPayment(cloud.ctx, { paymentId: ahead.paymentId, reason: 'Asked for', key: 'rest' });
  await tend();
  assert.equal(await customer.balance(), 0n);
  await assert.rejects(
    refundPayment(cloud.ctx, { paymentId: ahead.paymentId, netMicros: 1_000_000n, reason: 'More', key: 'more' }),
    (error) => isAppError(error, 'NOT_REFUNDABLE'),
  );
  await assertBooks(cloud);
});

test('a refund that came back is not begun again by deleting the server that never came up: it may be spent by then', async () => {
  const customer = await payingCustomer(cloud, { card: 'refund_fails' });
  const begun = await order(customer);
  await cloud.engine.faults.bootFails({ serverId: begun.serverId, times: 99 });
  await settle(begun);
  await cloud.settle();
  await cloud.pass(10 * MINUTE_MS);
  assert.equal(await customer.balance(), MONTH);
  const id = await customer.deploy('h100-sxm-x1');
  await remove(customer, begun.serverId);
  assert.ok((await customer.balance()) < MONTH);
  assert.equal((await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items.length, 1);
  await remove(customer, id);
  await assertBooks(cloud);
});

test('the proof of the ledger sees a term that is earned though it was never used', async () => {
  const { begun, ahead, refunds } = await paidAhead('visa');
  await cloud.db.sql.updateTable('orders').set({ status: 'ended' }).where('id', '=', begun.orderId).execute();
  await cloud.db.sql
    .updateTable('servers')
    .set({ status: 'DELETED', goal: 'gone', deletedAt: cloud.clock.now() })
    .where('id', '=', begun.serverId)
    .execute();
  const broken = (await verifyLedger(cloud.db.sql)).filter((check) => check.broken.length > 0);
  assert.deepEqual(
    broken.map(({ name, broken: rows }) => [name, rows]),
    [['nothing is earned with a prepaid term that was never used', [`${begun.orderId}:2`]]],
  );
  await refundPayment(cloud.ctx, { paymentId: ahead.paymentId, reason: 'Never used', key: 'mended' });
  await tend();
  assert.deepEqual(
    (await refunds()).map(({ status }) => status),
    ['succeeded'],
  );
  await assertBooks(cloud);
});

test('a term that has begun stays earned, whatever its bank takes and returns', async () => {
  const customer = await payingCustomer(cloud, { card: 'disputed' });
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  cloud.clock.advance(25 * HOUR_MS);
  await tend();
  await remove(customer, begun.serverId);
  const [dispute] = (await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items;
  await cloud.payments.winDispute(dispute?.ref ?? '');
  await tend();
  assert.equal(await customer.balance(), 0n);
  await assertBooks(cloud);
});

test('money that comes back to an account that is erased is on the books, and operators are told', async () => {
  const customer = await payingCustomer(cloud, { card: 'disputed' });
  const { accountId } = customer.ctx;
  await settle(await createTopUp(customer.ctx, { amountCad: 100 }));
  cloud.clock.advance(25 * HOUR_MS);
  await tend();
  assert.equal(await customer.balance(), 0n);
  const owner = await addPerson(cloud.ctx, { accountId, role: 'owner' });
  await closeAccount(owner.ctx, { confirmName: 'Customer', deleteServerIds: [] });
  assert.deepEqual(await noticesOf(accountId, 'account_closed_with_credit'), []);
  cloud.clock.advance(40 * DAY_MS);
  await tend();
  await cloud.pass(10 * MINUTE_MS);
  await issueStatements(cloud.ctx);
  await eraseAccount(cloud.ctx, { accountId });
  const [dispute] = (await listRefunds(cloud.ctx, { accountId })).items;
  await cloud.payments.winDispute(dispute?.ref ?? '');
  await tend();
  assert.equal(await customer.balance(), 100_000_000n);
  assert.deepEqual(await noticesOf(accountId, 'account_closed_with_credit'), [
    { accountId, accountName: accountId, balanceMicros: '100000000' },
  ]);
  for (const { id } of (await listInvoices(customer.ctx)).items) await getInvoicePdf(customer.ctx, { invoiceId: id, language: 'fr' });
  await assertBooks(cloud);
});
