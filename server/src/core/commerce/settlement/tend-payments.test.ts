import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Payments } from '../../../payments/port.ts';
import { DAY_MS } from '../../../kit/clock.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { startCloud } from '../../testing/cloud.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { insertEvent, rescheduleEvent } from './events.store.ts';
import { dropOldEvents, tendPayments } from './tend-payments.ts';

const cloud = await startCloud();
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

test('news are forgotten two months after they were handled, and never before', async () => {
  const { db, clock, ctx } = cloud;
  const add = (id: string) => insertEvent(db.sql, { provider: 'sandbox', event: { id, about: 'charge', ref: id }, now: clock.now() });
  const known = async () => (await db.sql.selectFrom('providerEvents').select('id').orderBy('id').execute()).map(({ id }) => id);
  await db.sql.deleteFrom('providerEvents').execute();
  await add('evt_handled');
  await add('evt_waiting');
  await rescheduleEvent(db.sql, { provider: 'sandbox', id: 'evt_handled', checkAt: null });
  clock.advance(59 * DAY_MS);
  await dropOldEvents(ctx);
  assert.deepEqual(await known(), ['evt_handled', 'evt_waiting']);
  clock.advance(2 * DAY_MS);
  await dropOldEvents(ctx);
  assert.deepEqual(await known(), ['evt_waiting']);
});

test('where nothing is due, a round asks the provider and then one question', async () => {
  await cloud.db.sql.deleteFrom('providerEvents').execute();
  const payments: Payments = { ...cloud.payments, sendEvents: async () => undefined };
  assert.equal((await countStatements(() => tendPayments(cloud.ctx, payments))).length, 1);
});
