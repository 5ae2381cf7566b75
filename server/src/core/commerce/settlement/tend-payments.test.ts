import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PaymentsError, type Payments } from '../../../payments/port.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { assertBooks, giveCard, payingCustomer } from '../../testing/paying-customer.ts';
import { addCard } from '../cards/add-card.ts';
import { requireCard } from '../cards/cards.store.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { insertEvent, rescheduleEvent } from './events.store.ts';
import { settlePayment } from './settle-payment.ts';
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

test('a refund to a card of the sandbox has succeeded once another provider has taken its place', async () => {
  const customer = await payingCustomer(cloud);
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  await refundPayment(cloud.ctx, { paymentId, reason: 'Bought twice', key: 'back' });
  await tendPayments(cloud.ctx, { ...cloud.payments, name: 'stripe', sendEvents: async () => undefined });
  const { items } = await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId });
  assert.deepEqual([items.map(({ status }) => status), await customer.balance()], [['succeeded'], 0n]);
});

describe('what waits for a provider that is not in use now', () => {
  /** As after a change of provider: this one was in use when these were made. */
  const former: Payments = { ...cloud.payments, name: 'stripe' };
  /** More than one round handles. */
  const MANY = 210;

  async function leaveCards(customer: Customer): Promise<void> {
    const at = addMs(cloud.clock.now(), -DAY_MS);
    const card = { accountId: customer.ctx.accountId, provider: former.name, status: 'removed', isDefault: false, attempts: 0 } as const;
    const face = { setupRef: null, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099 };
    const rows = Array.from({ length: MANY }, (_, n) => ({ ...card, ...face, id: `crd_${n}_${customer.sshKeyId}`, ref: `gone_${n}` }));
    await cloud.db.sql
      .insertInto('cards')
      .values(rows.map((row) => ({ ...row, checkAt: at, createdAt: at, updatedAt: at })))
      .execute();
  }

  test('keeps no card of the present one waiting', async () => {
    const customer = await cloud.customer('0');
    await leaveCards(customer);
    const { cardId } = await addCard(customer.ctx, cloud.payments);
    const { setupRef } = await requireCard(cloud.db.sql, cardId);
    await cloud.payments.sandbox.enterCard(setupRef ?? assert.fail(), 'visa');
    await cloud.db.sql.deleteFrom('providerEvents').execute();
    cloud.clock.advance(HOUR_MS);
    await tendPayments(cloud.ctx, { ...cloud.payments, sendEvents: async () => undefined });
    assert.equal((await requireCard(cloud.db.sql, cardId)).status, 'active');
  });

  test('keeps no payment and no refund of the present one waiting, and is asked nothing', async () => {
    const customer = await payingCustomer(cloud, { card: 'late' });
    await cloud.db.sql.updateTable('cards').set({ provider: former.name }).where('accountId', '=', customer.ctx.accountId).execute();
    const stuck = await createTopUp(customer.ctx, { amountCad: 25 });
    await settlePayment(cloud.ctx, former, stuck.paymentId);
    await cloud.db.pool.query(
      `insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', 'pay_' || n, 'key', 'k' || n, 'ref', 'gone_' || n))).*
        from payments p, generate_series(1, $2) n where p.id = $1`,
      [stuck.paymentId, MANY],
    );
    cloud.clock.advance(HOUR_MS);
    await giveCard(cloud, customer);
    const bought = await createTopUp(customer.ctx, { amountCad: 30 });
    await tendPayments(cloud.ctx, cloud.payments);
    assert.equal(await customer.balance(), 30_000_000n);
    const untouched = await cloud.db.sql
      .selectFrom('payments')
      .select('id')
      .where('provider', '=', former.name)
      .where('leaseToken', '=', 1);
    assert.equal((await untouched.execute()).length, MANY + 1);

    await refundPayment(cloud.ctx, { paymentId: bought.paymentId, reason: 'Bought twice', key: 'back' });
    await cloud.db.pool.query(
      `insert into payment_refunds select (jsonb_populate_record(r, jsonb_build_object('id', 'ref_' || n, 'key', 'k' || n, 'payment_id', $1::text))).*
        from payment_refunds r, generate_series(1, $3) n where r.payment_id = $2`,
      [stuck.paymentId, bought.paymentId, MANY],
    );
    await cloud.db.pool.query(`update payment_refunds set check_at = check_at - interval '1 hour' where payment_id = $1`, [
      stuck.paymentId,
    ]);
    await tendPayments(cloud.ctx, cloud.payments);
    const refunds = await cloud.db.sql.selectFrom('paymentRefunds').select('status').where('paymentId', '=', bought.paymentId).execute();
    assert.deepEqual(refunds, [{ status: 'succeeded' }]);
  });

  test('is no work for a round', async () => {
    await cloud.db.sql.deleteFrom('providerEvents').execute();
    const payments: Payments = { ...cloud.payments, sendEvents: async () => undefined };
    await tendPayments(cloud.ctx, payments);
    assert.equal((await countStatements(() => tendPayments(cloud.ctx, payments))).length, 1);
  });
});

test('a card whose setup the provider does not know, as one of its test mode, is given up after a day', async () => {
  const customer = await cloud.customer('0');
  const { cardId } = await addCard(customer.ctx, cloud.payments);
  const payments: Payments = {
    ...cloud.payments,
    readCardSetup: async () => {
      throw new PaymentsError('rejected', 'there is no such setup');
    },
  };
  const look = async () => {
    await tendPayments(cloud.ctx, payments);
    return (await requireCard(cloud.db.sql, cardId)).status;
  };
  cloud.clock.advance(HOUR_MS);
  assert.equal(await look(), 'pending');
  cloud.clock.advance(DAY_MS);
  assert.equal(await look(), 'failed');
});

test('where nothing is due, a round asks the provider and then one question', async () => {
  await cloud.db.sql.deleteFrom('providerEvents').execute();
  const payments: Payments = { ...cloud.payments, sendEvents: async () => undefined };
  assert.equal((await countStatements(() => tendPayments(cloud.ctx, payments))).length, 1);
});
