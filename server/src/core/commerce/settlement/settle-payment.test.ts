import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import type { Charge, Payments } from '../../../payments/port.ts';
import { startCloud } from '../../testing/cloud.ts';
import { listInvoices } from '../invoices/get-invoice.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { getPayment } from '../payments/get-payment.ts';
import { settlePayment } from './settle-payment.ts';

const cloud = await startCloud();
after(() => cloud.close());

for (const stale of ['succeeded', 'declined'] as const) {
  test(`an answer (${stale}) of one who was away longer than their lease changes nothing of what another has settled`, async () => {
    const customer = await payingCustomer(cloud);
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const slow: Payments = {
      ...cloud.payments,
      confirmCharge: async ({ ref }): Promise<Charge> => {
        asked.resolve();
        await answered.promise;
        return { ref, state: stale === 'succeeded' ? { is: 'succeeded' } : { is: 'declined', reason: 'card_declined' } };
      },
    };
    const away = settlePayment(cloud.ctx, slow, paymentId);
    await asked.promise;
    cloud.clock.advance(4 * MINUTE_MS);
    assert.equal(await settlePayment(cloud.ctx, cloud.payments, paymentId), 'settled');
    answered.resolve();
    assert.equal(await away, 'settled');
    assert.equal((await getPayment(customer.ctx, { paymentId })).status, 'succeeded');
    assert.equal(await customer.balance(), 25_000_000n);
    assert.equal((await listInvoices(customer.ctx)).items.length, 1);
    await assertBooks(cloud);
  });
}
