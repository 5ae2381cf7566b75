import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Payments } from '../../../payments/port.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { insertEvent } from './events.store.ts';
import { tendPayments } from './tend-payments.ts';

let cloud: Cloud;
before(async () => {
  cloud = await startCloud();
});
after(() => cloud.close());

test('news that nobody foresaw do not keep payments waiting, and are looked at again', async () => {
  const customer = await payingCustomer(cloud);
  await createTopUp(customer.ctx, { amountCad: 25 });
  const event = { id: 'evt_odd', about: 'dispute', ref: 'dp_odd' } as const;
  await insertEvent(cloud.db.sql, { provider: 'sandbox', event, now: cloud.clock.now() });
  let looks = 0;
  const payments: Payments = {
    ...cloud.payments,
    readDispute: async () => {
      looks += 1;
      throw new Error('a shape that the adapter does not know');
    },
  };
  await tendPayments(cloud.ctx, payments);
  assert.equal(await customer.balance(), 25_000_000n);
  await tendPayments(cloud.ctx, payments);
  assert.equal(looks, 2);
  await assertBooks(cloud);
});
