import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { PaymentsError, type Payments } from '../../../payments/port.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { claimRefund } from '../refunds/refunds.store.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { claimPayment, findPayment } from '../payments/payments.store.ts';
import { receiveEvent } from './receive-event.ts';
import { settlePayment } from './settle-payment.ts';

describe('news of a provider that come while they cannot be looked at', () => {
  let cloud: Cloud;
  beforeEach(async () => {
    cloud = await startCloud();
  });
  afterEach(async () => {
    try {
      await assertBooks(cloud);
    } finally {
      await cloud.close();
    }
  });

  const lease = () => {
    const wall = cloud.clock.wall();
    return { wall, leaseUntil: addMs(wall, 3 * MINUTE_MS) };
  };
  const dueEvents = async () =>
    (await cloud.db.sql.selectFrom('providerEvents').select(['id', 'checkAt']).where('checkAt', 'is not', null).execute()).length;

  test('of a charge that another process is at are kept until it has let go, and the charge is settled by them', async () => {
    const customer = await payingCustomer(cloud, { card: 'late' });
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 50 });
    await settlePayment(cloud.ctx, cloud.payments, paymentId);
    const held = await claimPayment(cloud.db.sql, { id: paymentId, ...lease() });
    assert.ok(held);
    cloud.clock.advance(3 * MINUTE_MS);
    await receiveEvent(cloud.ctx, cloud.payments, { id: 'evt_charge', about: 'charge', ref: held.ref ?? '' });
    assert.equal(await dueEvents(), 1, 'the news are kept');
    await cloud.db.sql
      .updateTable('payments')
      .set({ leaseUntil: null, checkAt: addMs(cloud.clock.now(), 60 * MINUTE_MS) })
      .where('id', '=', paymentId)
      .execute();
    cloud.clock.advance(2 * MINUTE_MS);
    await cloud.tendMoney();
    assert.equal((await findPayment(cloud.db.sql, paymentId))?.status, 'succeeded');
    assert.equal(await dueEvents(), 0);
  });

  for (const hindrance of ['another process is at it', 'the provider does not answer'] as const) {
    test(`that a refund was sent back are kept while ${hindrance}: nothing else would ever look at it again`, async () => {
      const customer = await payingCustomer(cloud);
      const { paymentId } = await createTopUp(customer.ctx, { amountCad: 50 });
      await settlePayment(cloud.ctx, cloud.payments, paymentId);
      const { id } = await refundPayment(cloud.ctx, { paymentId, reason: 'Asked for', key: 'all' });
      await cloud.tendMoney();
      const [refund] = (await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items;
      const ref = refund?.ref ?? '';
      assert.equal(refund?.status, 'succeeded');
      await cloud.payments.returnRefund(ref);

      const silent: Payments = {
        ...cloud.payments,
        readRefund: () => Promise.reject(new PaymentsError('unreachable', 'no answer')),
      };
      const event = { id: 'evt_returned', about: 'refund', ref } as const;
      if (hindrance === 'another process is at it') {
        assert.ok(await claimRefund(cloud.db.sql, { id, ...lease() }));
        await receiveEvent(cloud.ctx, cloud.payments, event);
        await cloud.db.sql.updateTable('paymentRefunds').set({ leaseUntil: null }).where('id', '=', id).execute();
      } else {
        await receiveEvent(cloud.ctx, silent, event);
      }
      assert.equal(await dueEvents(), 1, 'the news are kept');
      assert.equal(await customer.balance(), 0n);
      cloud.clock.advance(2 * MINUTE_MS);
      await cloud.tendMoney();
      assert.equal(await customer.balance(), 50_000_000n);
      assert.equal(await dueEvents(), 0);
    });
  }
});
