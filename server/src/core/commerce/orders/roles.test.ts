import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isAppError } from '../../../kit/errors.ts';
import { createUser } from '../../ground/people/create-user.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { startCloud } from '../../testing/cloud.ts';
import { addCard } from '../cards/add-card.ts';
import { listCards } from '../cards/list-cards.ts';
import { listInvoices } from '../invoices/get-invoice.ts';
import { payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { setAutoReload } from '../top-ups/set-auto-reload.ts';
import { createOrder } from './create-order.ts';
import { listOrders } from './get-order.ts';

const cloud = await startCloud();
after(() => cloud.close());

test('who may only look is shown cards, orders and documents, and charges nothing', async () => {
  const customer = await payingCustomer(cloud);
  const { accountId } = customer.ctx;
  const now = cloud.clock.now();
  const userId = await cloud.ctx.transact((tx) =>
    createUser(tx, { email: 'viewer@example.com', name: 'Viewer', password: 'a long password', role: 'customer', accountId, now }),
  );
  await cloud.db.sql.updateTable('memberships').set({ role: 'viewer' }).where('userId', '=', userId).execute();
  const viewer: CustomerCtx = { ...customer.ctx, actor: { type: 'user', id: userId, name: 'Viewer' } };
  assert.equal((await listCards(viewer)).length, 1);
  assert.deepEqual([(await listOrders(viewer)).items, (await listInvoices(viewer)).items], [[], []]);
  const { sshKeyId } = customer;
  for (const attempt of [
    () => createTopUp(viewer, { amountCad: 25 }),
    () => addCard(viewer, cloud.payments),
    () => setAutoReload(viewer, { enabled: false }),
    () => createOrder(viewer, { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', sshKeyId, autoRenew: false }),
  ]) {
    await assert.rejects(attempt(), (error) => isAppError(error, 'PERMISSION_DENIED'));
  }
});

test('each charge, card and setting leaves one line in the audit log, and what is refused none', async () => {
  const customer = await payingCustomer(cloud);
  const { accountId } = customer.ctx;
  await createTopUp(customer.ctx, { amountCad: 25, key: 'a' });
  await createTopUp(customer.ctx, { amountCad: 25, key: 'a' });
  await assert.rejects(createTopUp(customer.ctx, { amountCad: 25, expectedTotalCad: 1 }));
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 5, amountCad: 25 });
  const lines = await cloud.db.sql.selectFrom('auditEntries').select('action').where('accountId', '=', accountId).orderBy('id').execute();
  assert.deepEqual(
    lines.map((line) => line.action).filter((action) => action !== 'profile.updated'),
    ['card.setup_begun', 'topup.created', 'auto_reload.set'],
  );
});
