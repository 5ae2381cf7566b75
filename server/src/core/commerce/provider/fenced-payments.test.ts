import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { PaymentsError, type Payments } from '../../../payments/port.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { order } from '../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { addCard } from '../cards/add-card.ts';
import { getPayment } from '../payments/get-payment.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { fencedPayments } from './fenced-payments.ts';

let cloud: Cloud;
let payments: Payments;
let isFenced = false;
before(async () => {
  cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
  payments = fencedPayments(cloud.payments, async () => isFenced);
});
after(() => cloud.close());

test('a copy charges nobody, saves no card, and answers that the provider does not; what waits is charged once it is the one', async () => {
  const customer = await payingCustomer(cloud);
  isFenced = true;
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  const ordered = await order(customer);
  for (const id of [paymentId, ordered.paymentId]) assert.equal(await settlePayment(cloud.ctx, payments, id), 'waiting');
  await assert.rejects(addCard(customer.ctx, payments), { code: 'PAYMENTS_UNAVAILABLE' });
  assert.equal((await getPayment(customer.ctx, { paymentId })).status, 'pending');
  assert.equal(await customer.balance(), 0n);

  isFenced = false;
  cloud.clock.advance(MINUTE_MS);
  assert.equal(await settlePayment(cloud.ctx, payments, paymentId), 'settled');
  assert.equal(await customer.balance(), 25_000_000n);
  await assertBooks(cloud);
});

test('only what moves something is kept from it', async () => {
  isFenced = true;
  const charge = { chargeRef: 'none', key: 'none', amountMicros: 1_000_000n };
  await assert.rejects(payments.refund(charge), (error) => error instanceof PaymentsError && error.paymentsCause === 'unreachable');
  await assert.rejects(payments.readCharge('none'), (error) => error instanceof PaymentsError && error.paymentsCause === 'rejected');
  assert.equal(payments.name, cloud.payments.name);
});
