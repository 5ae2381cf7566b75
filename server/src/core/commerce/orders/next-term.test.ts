import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { getAccountBudget } from '../../money/budgets/get-account-budget.ts';
import { deleteServer } from '../../fleet/lifecycle/change/delete-server.ts';
import { listServerEvents } from '../../fleet/servers/views/list-server-events.ts';
import type { Cloud, Customer } from '../../testing/cloud.ts';
import { getInvoice, listInvoices } from '../invoices/get-invoice.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { order, orderSteps, startOrderCloud } from '../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { getOrder } from './get-order.ts';
import { quoteRenewal } from './renewal-price.ts';
import { renewOrder } from './renew-order.ts';

/** A month in Québec, before and after tax. */
const NET = 2_185_000_000n;
const TOTAL_CAD = 2512.2;

describe('a term that is paid ahead', () => {
  let cloud: Cloud;
  beforeEach(async () => {
    cloud = await startOrderCloud();
  });
  afterEach(async () => {
    try {
      await assertBooks(cloud);
    } finally {
      await cloud.close();
    }
  });
  const { settle, jumpTo } = orderSteps(() => cloud);

  async function twoTerms(cad = '0'): Promise<{ customer: Customer; begun: Awaited<ReturnType<typeof order>>; nextStart: Date }> {
    const customer = await payingCustomer(cloud, { cad });
    const begun = await order(customer);
    await settle(begun);
    await cloud.settle();
    const nextStart = new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
    await jumpTo(addMs(nextStart, -3 * DAY_MS));
    await settle(await renewOrder(customer.ctx, { orderId: begun.orderId, expectedPeriodStart: nextStart.toISOString() }));
    return { customer, begun, nextStart };
  }
  const refundsOf = async (customer: Customer) => (await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId })).items;

  test('and has not begun goes back to the card when its server is deleted: all of it, with its taxes, a note and a mail', async () => {
    const { customer, begun } = await twoTerms();
    const { refundToCard } = await deleteServer(customer.ctx, begun);
    assert.equal(refundToCard, TOTAL_CAD);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
    const refunds = await refundsOf(customer);
    assert.deepEqual(
      refunds.map(({ status, netMicros, reason }) => [status, netMicros, reason]),
      [['succeeded', NET, 'The server was deleted before this term began']],
    );
    const [note] = (await listInvoices(customer.ctx)).items;
    assert.deepEqual([note?.kind, note?.total], ['credit_note', TOTAL_CAD]);
    const { content } = await getInvoice(customer.ctx, { invoiceId: note?.id ?? '' });
    assert.equal(content.taxes.length, 2);
    const kinds = await cloud.db.sql.selectFrom('notices').select('kind').where('accountId', '=', customer.ctx.accountId).execute();
    assert.equal(kinds.filter(({ kind }) => kind === 'refunded').length, 1);
    const { items } = await listServerEvents(customer.ctx, { serverId: begun.serverId, locale: 'en' });
    assert.match(items.find(({ type }) => type === 'server.deleted')?.message ?? '', /2512\.20 CAD, taxes included, go back to the card/);
    assert.equal(await customer.balance(), 0n);
    assert.equal((await getOrder(customer.ctx, begun)).status, 'ended');
  });

  test('and has begun is not refunded, not a moment after its beginning', async () => {
    const { customer, begun, nextStart } = await twoTerms();
    await jumpTo(nextStart);
    assert.deepEqual(await deleteServer(customer.ctx, begun), { id: begun.serverId, status: 'DELETED' });
    await cloud.tendMoney();
    await cloud.settle();
    assert.deepEqual(await refundsOf(customer), []);
  });

  test('takes the backup option of the unbegun term back to the credit that paid for it, and leaves that of the other', async () => {
    const { customer, begun, nextStart } = await twoTerms('100');
    const before = await customer.balance();
    const { charge } = await setBackupOption(customer.ctx, { serverId: begun.serverId, enabled: true });
    const paid = before - (await customer.balance());
    assert.equal(paid, BigInt(Math.round(charge.amount * 1e6)));
    const boughtAt = cloud.clock.now();
    await deleteServer(customer.ctx, begun);
    const end = new Date('2027-03-31T14:00:00Z');
    const part = (paid * BigInt(end.getTime() - nextStart.getTime())) / BigInt(end.getTime() - boughtAt.getTime());
    const kept = before - (await customer.balance());
    assert.ok(kept > 0n && kept < paid / 5n, String(kept));
    assert.ok(kept - (paid - part) <= 1n && paid - part - kept <= 1n, `${kept} ${paid - part}`);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
    assert.equal((await refundsOf(customer)).length, 1);
  });

  test('counts what it takes back of the backup option against no budget', async () => {
    const { customer, begun } = await twoTerms('100');
    const before = await customer.balance();
    await setBackupOption(customer.ctx, { serverId: begun.serverId, enabled: true });
    await deleteServer(customer.ctx, begun);
    const spent = before - (await customer.balance());
    const { monthSpentMicros, daySpentMicros } = await getAccountBudget(cloud.ctx, customer.ctx);
    assert.deepEqual([monthSpentMicros, daySpentMicros], [spent, spent]);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await cloud.settle();
  });

  for (const paidWith of ['credit', 'renewal'] as const) {
    test(`takes back all of a backup option that was turned on for the unbegun term alone, when the one before was paid with the ${paidWith}`, async () => {
      const customer = await payingCustomer(cloud, { cad: '100' });
      const begun = await order(customer);
      const option = (enabled: boolean) => setBackupOption(customer.ctx, { serverId: begun.serverId, enabled, confirmDeleteBackups: true });
      const renew = async () => settle(await renewOrder(customer.ctx, { orderId: begun.orderId }));
      const periodEnd = async () => new Date((await getOrder(customer.ctx, begun)).periodEnd ?? '');
      await settle(begun);
      await cloud.settle();
      await option(true);
      if (paidWith === 'renewal') {
        await renew();
        // Into the term that was paid together with its backups.
        await jumpTo(addMs(await periodEnd(), -3 * DAY_MS));
      }
      await option(false);
      await renew();
      const before = await customer.balance();
      const { charge } = await option(true);
      assert.ok(charge.amount > 9, String(charge.amount));
      await deleteServer(customer.ctx, begun);
      assert.equal(await customer.balance(), before);
      for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
      await cloud.settle();
    });
  }

  test('and that of a server which never comes up take back all of its backup option', async () => {
    const customer = await payingCustomer(cloud, { cad: '100' });
    const before = await customer.balance();
    const begun = await order(customer);
    await cloud.engine.faults.bootFails({ serverId: begun.serverId, times: 99 });
    await settle(begun);
    await settle(await renewOrder(customer.ctx, { orderId: begun.orderId }));
    const { charge } = await setBackupOption(customer.ctx, { serverId: begun.serverId, enabled: true });
    assert.ok(charge.amount > 19, String(charge.amount));
    await cloud.settle();
    assert.equal((await cloud.server(begun.serverId)).status, 'ERROR');
    assert.equal(await customer.balance(), before);
    for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    await customer.remove(begun.serverId);
    await cloud.settle();
  });

  test('is not paid from a page that shows another one, and is from the page that shows it', async () => {
    const customer = await payingCustomer(cloud);
    const begun = await order(customer);
    await settle(begun);
    await cloud.settle();
    const first = await getOrder(customer.ctx, begun);
    const { periodStart } = await quoteRenewal(customer.ctx, begun);
    assert.equal(periodStart, first.periodEnd);
    await settle(await renewOrder(customer.ctx, { orderId: begun.orderId, expectedPeriodStart: periodStart }));
    // A month later the same page is still open: its button would pay for a third month.
    await jumpTo(new Date(periodStart));
    const stale = renewOrder(customer.ctx, { orderId: begun.orderId, expectedPeriodStart: periodStart });
    await assert.rejects(stale, (error) => isAppError(error, 'ORDER_NOT_RENEWABLE') && error.details.reason === 'another term');
    assert.equal((await getOrder(customer.ctx, begun)).term, 2);

    // Once it is over, the next one begins when it is paid: any time since then that a page shows is accepted.
    await jumpTo(new Date((await getOrder(customer.ctx, begun)).periodEnd ?? ''));
    assert.equal((await getOrder(customer.ctx, begun)).status, 'ended');
    const lapsed = await quoteRenewal(customer.ctx, begun);
    cloud.clock.advance(DAY_MS);
    const tooOld = renewOrder(customer.ctx, { orderId: begun.orderId, expectedPeriodStart: periodStart });
    await assert.rejects(tooOld, (error) => isAppError(error, 'ORDER_NOT_RENEWABLE'));
    await settle(await renewOrder(customer.ctx, { orderId: begun.orderId, expectedPeriodStart: lapsed.periodStart }));
    assert.equal((await getOrder(customer.ctx, begun)).term, 3);
    await customer.remove(begun.serverId);
    await cloud.settle();
  });
});
