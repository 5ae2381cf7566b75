import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { getBackups } from '../../fleet/backups/get-backups.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { createBackup } from '../../fleet/lifecycle/backup/create-backup.ts';
import type { Customer } from '../../testing/cloud.ts';
import { order, orderSteps, startOrderCloud } from '../../testing/order-steps.ts';
import { payingCustomer } from '../../testing/paying-customer.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { getOrder } from '../orders/get-order.ts';
import { renewOrder } from '../orders/renew-order.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { setAutoReload } from '../top-ups/set-auto-reload.ts';
import { listAttention } from './list-attention.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, jumpTo, remove } = orderSteps(() => cloud);
const kinds = async ({ ctx }: Customer) => (await listAttention(ctx)).map(({ kind }) => kind);

test('auto-reload that stopped is told until it is set again, and once', async () => {
  const customer = await payingCustomer(cloud, { card: 'declined' });
  const reload = { enabled: true, thresholdCad: 10, amountCad: 50 };
  await setAutoReload(customer.ctx, reload);
  assert.deepEqual(await kinds(customer), []);
  await cloud.tendMoney();
  assert.deepEqual(await kinds(customer), ['payment_failed'], 'declined once');
  for (const _ of [1, 2]) {
    cloud.clock.advance(61 * MINUTE_MS);
    await cloud.tendMoney();
  }
  assert.deepEqual(await kinds(customer), ['auto_reload_stopped']);
  await setAutoReload(customer.ctx, { ...reload, enabled: false });
  assert.deepEqual(await kinds(customer), ['payment_failed']);
  cloud.clock.advance(8 * DAY_MS);
  assert.deepEqual(await kinds(customer), [], 'it is over');
});

test('a charge that waits for its cardholder, or was declined, is told until another one succeeds', async () => {
  const waiting = await payingCustomer(cloud, { card: 'authentication' });
  const topUp = await createTopUp(waiting.ctx, { amountCad: 25, present: true });
  await settle(topUp);
  const [told] = await listAttention(waiting.ctx);
  assert.ok(told?.kind === 'payment_waits');
  assert.deepEqual([told.paymentId, told.purpose, told.total], [topUp.paymentId, 'topup', 28.74]);

  const declined = await payingCustomer(cloud, { card: 'declined' });
  await settle(await createTopUp(declined.ctx, { amountCad: 25 }));
  assert.deepEqual(await kinds(declined), ['payment_failed']);
  const good = await payingCustomer(cloud);
  await settle(await createTopUp(good.ctx, { amountCad: 25 }));
  assert.deepEqual(await kinds(good), []);
});

test('a renewal that could not be charged is told from the first try to the end of the term, and then that the term is over', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer, { autoRenew: true });
  await settle(begun);
  await cloud.settle();
  const { periodEnd } = await getOrder(customer.ctx, begun);
  const end = new Date(periodEnd ?? '');
  await cloud.db.sql
    .updateTable('cards')
    .set({ status: 'removed', isDefault: false })
    .where('accountId', '=', customer.ctx.accountId)
    .execute();
  await jumpTo(addMs(end, -73 * HOUR_MS));
  assert.deepEqual(await kinds(customer), []);
  await jumpTo(addMs(end, -72 * HOUR_MS));
  const [told] = await listAttention(customer.ctx);
  assert.ok(told?.kind === 'renewal_failed', 'there was not even a payment');
  assert.deepEqual([told.orderId, told.termEnd], [begun.orderId, periodEnd]);
  await jumpTo(end);
  assert.deepEqual(await kinds(customer), ['term_over']);
  await cancelOrder(customer.ctx, begun);
  assert.deepEqual(await kinds(customer), [], 'it was meant to end');
  await remove(customer, begun.serverId);
});

test('a term that is renewed, or that nobody wants renewed yet, needs nothing', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  await settle(begun);
  await cloud.settle();
  const { periodEnd } = await getOrder(customer.ctx, begun);
  await jumpTo(addMs(new Date(periodEnd ?? ''), -10 * HOUR_MS));
  assert.deepEqual(await kinds(customer), [], 'it is to be renewed by hand');
  await settle(await renewOrder(customer.ctx, begun));
  await jumpTo(new Date(periodEnd ?? ''));
  assert.deepEqual(await kinds(customer), []);
  await remove(customer, begun.serverId);
});

test('a server’s latest backup is told when it failed, until one succeeds or the server is deleted', async () => {
  const customer = await cloud.customer('100');
  const id = await customer.deploy();
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId: id, enabled: true });
  await cloud.engine.faults.backupFails({ serverId: id, times: 1 });
  await createBackup(customer.ctx, { serverId: id });
  await cloud.settle();
  const [told] = await listAttention(customer.ctx);
  assert.ok(told?.kind === 'backup_failed');
  assert.equal(told.serverId, id);
  cloud.clock.advance(HOUR_MS);
  await createBackup(customer.ctx, { serverId: id });
  await cloud.settle();
  assert.deepEqual(await kinds(customer), []);
  const { option } = await getBackups(customer.ctx, { serverId: id });
  cloud.clock.moveTo(addMs(new Date(option.nextRunAt ?? 0), 7 * HOUR_MS));
  await cloud.meter();
  await cloud.tendBackups();
  const [missed] = await listAttention(customer.ctx);
  assert.ok(missed?.kind === 'backup_failed', 'one that could not begin is told like one that failed');
  assert.equal(missed.at, option.nextRunAt);
  await customer.remove(id);
});
