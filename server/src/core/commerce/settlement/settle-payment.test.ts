import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import type { Charge, Payments } from '../../../payments/port.ts';
import { startCloud } from '../../testing/cloud.ts';
import { listInvoices } from '../invoices/get-invoice.ts';
import { order } from '../../testing/order-steps.ts';
import { assertBooks, giveCard, moveTo, payingCustomer } from '../../testing/paying-customer.ts';
import { listCards } from '../cards/list-cards.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { getPayment } from '../payments/get-payment.ts';
import { closeAccount } from '../closing/close-account.ts';
import { settlePayment } from './settle-payment.ts';
import { tendPayments } from './tend-payments.ts';

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

describe('when another provider has taken the place of the one that has the card', () => {
  const present: Payments = { ...cloud.payments, name: 'stripe' };
  const settle = (paymentId: string) => settlePayment(cloud.ctx, present, paymentId);

  test('a payment is declined instead of waiting for ever, and holds no GPUs', async () => {
    const customer = await payingCustomer(cloud);
    const begun = await order(customer);
    assert.equal(await cloud.gpusTaken(begun.serverId), 1);
    assert.equal(await settle(begun.paymentId), 'settled');
    const { status, declineReason } = await getPayment(customer.ctx, begun);
    assert.deepEqual([status, declineReason], ['failed', 'card_unusable']);
    assert.equal(await cloud.gpusTaken(begun.serverId), 0);
    await assertBooks(cloud);
  });

  test('a charge that was opened there waits for what became of it', async () => {
    const former: typeof cloud.payments = { ...cloud.payments, name: 'stripe' };
    const customer = await cloud.customer('0');
    await moveTo(customer, 'QC');
    await giveCard({ ...cloud, payments: former }, customer, 'late');
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
    await settlePayment(cloud.ctx, former, paymentId);
    assert.equal(await settlePayment(cloud.ctx, cloud.payments, paymentId), 'not ours');
    cloud.clock.advance(5 * MINUTE_MS);
    assert.equal(await settlePayment(cloud.ctx, former, paymentId), 'settled');
    assert.equal(await customer.balance(), 25_000_000n);
    await assertBooks(cloud);
  });

  test('a charge that the sandbox only pretended is declined, and keeps nobody from closing the account', async () => {
    const customer = await payingCustomer(cloud, { card: 'late' });
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
    await settlePayment(cloud.ctx, cloud.payments, paymentId);
    cloud.clock.advance(5 * MINUTE_MS);
    await tendPayments(cloud.ctx, { ...present, sendEvents: async () => undefined });
    assert.deepEqual([(await getPayment(customer.ctx, { paymentId })).status, await customer.balance()], ['failed', 0n]);
    await closeAccount({ ...cloud.ctx, accountId: customer.ctx.accountId }, { confirmName: 'Customer', deleteServerIds: [] });
    await assertBooks(cloud);
  });

  test('the first card that it saves is charged from then on', async () => {
    const customer = await payingCustomer(cloud);
    const cardId = await giveCard({ ...cloud, payments: { ...cloud.payments, name: 'stripe' } }, customer);
    const cards = await listCards(customer.ctx);
    assert.deepEqual(
      cards.filter((card) => card.default).map(({ id }) => id),
      [cardId],
    );
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
    assert.equal(await settle(paymentId), 'settled');
    assert.equal(await customer.balance(), 25_000_000n);
    await assertBooks(cloud);
  });
});
