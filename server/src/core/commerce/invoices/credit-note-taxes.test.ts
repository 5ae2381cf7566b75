import { orderSteps } from '../../testing/order-steps.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { registerTax } from '../../money/tax/register-tax.ts';
import { startCloud } from '../../testing/cloud.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { getInvoice, listInvoices } from './get-invoice.ts';

const cloud = await startCloud({ start: new Date('2026-11-27T15:00:00Z') });
after(() => cloud.close());

const { settle } = orderSteps(() => cloud);

test('a credit note reverses the taxes of its invoice, under the numbers that the seller charged them with', async () => {
  await registerTax(cloud.ctx, { tax: 'RST_MB', number: 'MB-OLD' });
  const customer = await payingCustomer(cloud, { place: 'MB' });
  const latest = async () => {
    const [summary] = (await listInvoices(customer.ctx, { limit: 1 })).items;
    const { kind, content } = await getInvoice(customer.ctx, { invoiceId: summary?.id ?? '' });
    return { kind, taxes: content.taxes.map(({ label, registration }) => [label.en, registration]), numbers: content.seller.registrations };
  };
  const paid = await createTopUp(customer.ctx, { amountCad: 100 });
  await settle(paid);
  const receipt = await latest();
  assert.deepEqual(receipt.taxes.at(-1)?.[1], 'MB-OLD');
  await registerTax(cloud.ctx, { tax: 'RST_MB', number: 'MB-NEW', from: '2026-11-28' });
  // Begun ten minutes before midnight in Toronto, and charged after it.
  cloud.clock.moveTo(new Date('2026-11-28T04:50:00Z'));
  const late = await createTopUp(customer.ctx, { amountCad: 50 });
  cloud.clock.advance(20 * MINUTE_MS);
  await settle(late);
  assert.equal((await listInvoices(customer.ctx, { limit: 1 })).items[0]?.net, 50);
  assert.deepEqual(await latest(), receipt);
  await settle(await createTopUp(customer.ctx, { amountCad: 25 }));
  assert.deepEqual((await latest()).taxes.at(-1)?.[1], 'MB-NEW');

  await refundPayment(cloud.ctx, { paymentId: paid.paymentId, netMicros: 10_000_000n, reason: 'Bought by mistake', key: 'mb' });
  await cloud.tendMoney();
  assert.deepEqual(await latest(), { ...receipt, kind: 'credit_note' });
  await assertBooks(cloud);
});
