import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { createOrder } from '../orders/create-order.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { getPayment } from '../payments/get-payment.ts';
import { settlePayment } from './settle-payment.ts';

const CHILD = fileURLToPath(new URL('../../testing/settle-and-die.ts', import.meta.url));

const cloud = await startCloud();
after(() => cloud.close());

/** Settles a payment in a process that is killed at a call. Returns the signal that ended it. */
function settleAndDie(paymentId: string, call: string, when: 'before' | 'after'): Promise<NodeJS.Signals | null> {
  const args = [CHILD, cloud.db.url, paymentId, cloud.clock.now().toISOString(), call, when];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

for (const call of ['ensureCustomer', 'openCharge', 'confirmCharge'] as const) {
  for (const when of ['before', 'after'] as const) {
    test(`killed ${when} ${call}, a top-up is charged and credited exactly once by whoever comes next`, async () => {
      const customer = await payingCustomer(cloud);
      // The provider has known the customer since the card was added: forget it, so that it is asked for.
      if (call === 'ensureCustomer') await cloud.db.sql.deleteFrom('paymentCustomers').execute();
      const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
      assert.equal(await settleAndDie(paymentId, call, when), 'SIGKILL');
      assert.equal(await customer.balance(), 0n);
      assert.equal(await settlePayment(cloud.ctx, cloud.payments, paymentId), 'look again', 'the dead still hold the lease');
      cloud.clock.advance(4 * MINUTE_MS);
      await Promise.all([cloud.tendMoney(), cloud.tendMoney()]);
      await cloud.tendMoney();
      assert.equal(await customer.balance(), 25_000_000n);
      assert.equal((await getPayment(customer.ctx, { paymentId })).status, 'succeeded');
      await assertBooks(cloud);
    });
  }
}

test('killed between the charge and the term, an order is deployed once, on the GPUs that were held', async () => {
  const customer = await payingCustomer(cloud);
  const { ctx, sshKeyId } = customer;
  const begun = await createOrder(ctx, {
    productId: 'h100-sxm-x2',
    cycle: 'monthly',
    region: 'canada-montreal',
    sshKeyId,
    autoRenew: false,
  });
  assert.equal(await settleAndDie(begun.paymentId, 'confirmCharge', 'after'), 'SIGKILL');
  assert.equal(await cloud.gpusTaken(begun.serverId), 2);
  cloud.clock.advance(4 * MINUTE_MS);
  await Promise.all([cloud.tendMoney(), cloud.tendMoney()]);
  await cloud.settle();
  assert.equal((await cloud.server(begun.serverId)).status, 'ACTIVE');
  await assertBooks(cloud);
});
