import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { addMs, DAY_MS, MINUTE_MS } from '../../../kit/clock.ts';
import type { Tx } from '../../../db/connect.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { verifyOwed } from '../../money/verification/verify-owed.ts';
import { order, orderSteps, PLAN, startOrderCloud } from '../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { renewOrder } from './renew-order.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, remove } = orderSteps(() => cloud);

const CAD = 1_000_000n;
const TERMS = 'every prepaid term is charged at the price in force when its charge began';

const CLOCKS = 'no server runs without its clock, and no clock without its server';

/** Rolls back what a test has broken. */
class Undone extends Error {}

/** What the proof says about one promise in a corrupted database. */
async function spoiled(spoil: (tx: Tx) => Promise<unknown>, promise: string = TERMS): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await assert.rejects(
    cloud.ctx.transact(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await spoil(tx);
      found = (await verifyOwed(tx)).find(({ name }) => name === promise)?.broken ?? [];
      throw new Undone();
    }),
    Undone,
  );
  return found;
}

test('the proof names a term that was not charged at its price, whichever cycle and whosever price', async () => {
  const customer = await payingCustomer(cloud);
  const { accountId } = customer.ctx;
  const monthly = await order(customer);
  await settle(monthly);
  const annual = await order(customer, { cycle: 'annual' });
  await settle(annual);
  await cloud.settle();
  cloud.clock.advance(10 * MINUTE_MS);
  // The next term has the account's own price, whatever the previous one cost.
  await setPrice(cloud.ctx, { planId: PLAN, accountId, hourlyMicros: CAD, monthlyMicros: 500n * CAD, annualMicros: 400n * CAD });
  cloud.clock.advance(10 * MINUTE_MS);
  await settle(await renewOrder(customer.ctx, monthly));
  await assertBooks(cloud);

  const charged = (orderId: string, number: number, planMicros: bigint) => (tx: Tx) =>
    tx.updateTable('orderTerms').set({ planMicros }).where('orderId', '=', orderId).where('number', '=', number).execute();
  assert.deepEqual(await spoiled(charged(monthly.orderId, 1, 500n * CAD)), [`${monthly.orderId} 1 500.00 CAD ≠ 2185.00 CAD`]);
  assert.deepEqual(await spoiled(charged(monthly.orderId, 2, 2185n * CAD)), [`${monthly.orderId} 2 2185.00 CAD ≠ 500.00 CAD`]);
  assert.deepEqual(await spoiled(charged(annual.orderId, 1, 1748n * CAD)), [`${annual.orderId} 1 1748.00 CAD ≠ 20976.00 CAD`]);

  cloud.clock.moveTo(addMs(cloud.clock.now(), DAY_MS));
  await remove(customer, monthly.serverId);
  await remove(customer, annual.serverId);
  await assertBooks(cloud);
});

test('the proof names a prepaid server that runs without a term: its order has ended, or should have long ago', async () => {
  const customer = await payingCustomer(cloud);
  const { orderId, serverId, paymentId } = await order(customer);
  await settle({ paymentId });
  await cloud.settle();
  await cloud.meter();
  const overSince = (ms: number) => (tx: Tx) =>
    tx
      .updateTable('orders')
      .set({ termEnd: addMs(cloud.clock.now(), -ms) })
      .where('id', '=', orderId)
      .execute();
  assert.deepEqual(await spoiled(overSince(MINUTE_MS), CLOCKS), []);
  assert.deepEqual(await spoiled(overSince(2 * DAY_MS), CLOCKS), [`${serverId} ACTIVE −`]);
  const ended = (tx: Tx) => tx.updateTable('orders').set({ status: 'ended' }).where('id', '=', orderId).execute();
  assert.deepEqual(await spoiled(ended, CLOCKS), [`${serverId} ACTIVE −`]);
  await remove(customer, serverId);
  await assertBooks(cloud);
});
