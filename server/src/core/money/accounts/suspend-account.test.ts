import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError, notFound } from '../../../kit/errors.ts';
import { createOrder } from '../../commerce/orders/create-order.ts';
import { renewOrder } from '../../commerce/orders/renew-order.ts';
import { settlePayment } from '../../commerce/settlement/settle-payment.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../../commerce/top-ups/create-top-up.ts';
import { setAutoReload } from '../../commerce/top-ups/set-auto-reload.ts';
import { listServers } from '../../fleet/servers/views/list-servers.ts';
import { quoteDeployment } from '../../fleet/lifecycle/create/quote-deployment.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { reactivateAccount, suspendAccount } from './suspend-account.ts';

const cloud = await startCloud();
after(async () => {
  await assertBooks(cloud).finally(() => cloud.close());
});

const reason = 'The card was reported stolen.';
const isSuspended = (error: unknown) => isAppError(error, 'ACCOUNT_SUSPENDED');
const suspend = ({ ctx: { accountId } }: Customer) => suspendAccount(cloud.ctx, { accountId, reason });
const reactivate = ({ ctx: { accountId } }: Customer) => reactivateAccount(cloud.ctx, { accountId });
const statusOf = async (id: string) => (await cloud.server(id)).status;
async function running(customer: Customer, productId?: string): Promise<string> {
  const id = await customer.deploy(productId);
  await cloud.settle();
  return id;
}
async function removed(customer: Customer, ...ids: string[]): Promise<void> {
  for (const id of ids) await customer.remove(id);
  await cloud.settle();
}

test('a suspended account spends and starts nothing by any way there is, and is charged nothing', async () => {
  const customer = await payingCustomer(cloud, { cad: '100' });
  const [stopped, asleep] = [await running(customer), await running(customer)];
  await customer.act(stopped, 'stop');
  await customer.act(asleep, 'hibernate');
  await cloud.settle();
  const balance = await customer.balance();
  await suspend(customer);

  await assert.rejects(customer.deploy(), isSuspended);
  await assert.rejects(customer.act(stopped, 'start'), isSuspended);
  await assert.rejects(customer.act(asleep, 'hibernate-restore'), isSuspended);
  await assert.rejects(createTopUp(customer.ctx, { amountCad: 25 }), isSuspended);
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: false } as const;
  await assert.rejects(createOrder(customer.ctx, { ...order, sshKeyId: customer.sshKeyId }), isSuspended);
  const quote = await quoteDeployment(customer.ctx, { productId: 'h100-sxm-x1' }, { siteUrl: 'https://gpu.example', locale: 'en' });
  assert.deepEqual([quote.deployable, quote.reasons], [false, ['ACCOUNT_SUSPENDED']]);
  assert.equal(await customer.balance(), balance);

  assert.equal((await listServers(customer.ctx, {})).items.length, 2, 'it still reads');
  await removed(customer, stopped, asleep);
});

test('what runs by the hour goes on to the end of the paid hour, is then hibernated, and is billed no more', async () => {
  const customer = await cloud.customer('100');
  const id = await running(customer);
  await cloud.pass(30 * MINUTE_MS);
  await suspend(customer);
  const balance = await customer.balance();
  await cloud.pass(20 * MINUTE_MS);
  assert.equal(await statusOf(id), 'ACTIVE');
  await cloud.pass(20 * MINUTE_MS);
  assert.equal(await statusOf(id), 'HIBERNATED');
  await cloud.pass(3 * HOUR_MS);
  assert.equal(await customer.balance(), balance);
  const events = await cloud.db.sql
    .selectFrom('serverEvents')
    .select(['type', 'level'])
    .where('serverId', '=', id)
    .where('reason', '=', 'ACCOUNT_SUSPENDED')
    .orderBy('id')
    .execute();
  assert.deepEqual(events, [
    { type: 'server.hibernate_requested', level: 'warning' },
    { type: 'server.hibernated', level: 'info' },
  ]);

  await reactivate(customer);
  await cloud.pass(HOUR_MS);
  assert.equal(await statusOf(id), 'HIBERNATED', 'nothing starts by itself');
  await customer.act(id, 'hibernate-restore');
  await cloud.settle();
  assert.equal(await statusOf(id), 'ACTIVE');
  await removed(customer, id);
});

test("another account's servers are billed on beside a suspended one", async () => {
  const [held, other] = [await cloud.customer('100'), await cloud.customer('100')];
  const ids = [await running(held), await running(other)];
  await suspend(held);
  await cloud.pass(2 * HOUR_MS + 5 * MINUTE_MS);
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['HIBERNATED', 'ACTIVE']);
  assert.equal(await other.balance(), 100_000_000n - 3n * 3_990_000n);
  await removed(held, ids[0] ?? '');
  await removed(other, ids[1] ?? '');
});

test('a paid term runs on and is not renewed, and no card is charged by itself', async () => {
  const customer = await payingCustomer(cloud, { cad: '1' });
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: true } as const;
  const { orderId, paymentId, serverId } = await createOrder(customer.ctx, { ...order, sshKeyId: customer.sshKeyId });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  await cloud.settle();
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 10, amountCad: 25 });
  await suspend(customer);
  await cloud.pass(2 * HOUR_MS);
  assert.equal(await statusOf(serverId), 'ACTIVE');
  await assert.rejects(renewOrder(customer.ctx, { orderId }), isSuspended);
  const { renewAt } = await cloud.db.sql.selectFrom('orders').select('renewAt').where('id', '=', orderId).executeTakeFirstOrThrow();
  assert.ok(renewAt);
  cloud.clock.moveTo(renewAt);
  await cloud.tendMoney();
  const payments = await cloud.db.sql.selectFrom('payments').select('id').where('accountId', '=', customer.ctx.accountId).execute();
  assert.equal(payments.length, 1, 'neither the term nor credit was bought');
  await removed(customer, serverId);
});

test('its people are told the reason once, and the audit log says who did it', async () => {
  const customer = await cloud.customer('10');
  const first = await suspend(customer);
  assert.deepEqual([first.changed, first.reason], [true, reason]);
  const again = await suspendAccount(cloud.ctx, { accountId: customer.ctx.accountId, reason: 'Another' });
  assert.deepEqual([again.changed, again.reason], [false, reason]);
  assert.equal((await reactivate(customer)).changed, true);
  assert.equal((await reactivate(customer)).changed, false);
  const { accountId } = customer.ctx;
  const notices = await cloud.db.sql
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute();
  assert.deepEqual(notices, [
    { kind: 'account_suspended', data: { accountName: 'Customer', reason } },
    { kind: 'account_reactivated', data: { accountName: 'Customer' } },
  ]);
  const audit = await cloud.db.sql.selectFrom('auditEntries').select('action').where('target', '=', accountId).orderBy('id').execute();
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['account.suspended', 'account.reactivated'],
  );
  await assert.rejects(suspendAccount(cloud.ctx, { accountId: 'acc_nobody', reason }), notFound('account'));
});
