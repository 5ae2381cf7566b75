import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AutoRenewalQuote, Order } from '@boreal/contract/billing/orders.ts';
import { TopUpQuote } from '@boreal/contract/billing/payments.ts';
import { BackupOptionQuote } from '@boreal/contract/servers/backups.ts';
import { ServerStake } from '@boreal/contract/servers/console-servers.ts';
import { ServerCreated } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { addMs, DAY_MS, HOUR_MS } from '../kit/clock.ts';
import { createOrder } from '../core/commerce/orders/create-order.ts';
import { renewOrder } from '../core/commerce/orders/renew-order.ts';
import { settlePayment } from '../core/commerce/settlement/settle-payment.ts';
import { setPrice } from '../core/money/prices/set-price.ts';
import { giveCard, moveTo, payingCustomer } from '../core/testing/paying-customer.ts';
import { data, errorOf } from './test-answers.ts';
import type { BrowserAnswer } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud } from './testing.ts';

const web = await openWebCloud();
const { cloud } = web;
const customer = await payingCustomer(cloud, { cad: '500' });
const { accountId } = customer.ctx;
const owner = await web.person({ email: 'owner@example.com', belongs: { accountId, role: 'owner' } });
after(() => closeWithoutBugs(web));

const PLAN = 'h100-sxm-x1';
const at = (path: string) => `/api/console/accounts/${accountId}${path}`;
const refused = (answer: BrowserAnswer) => [answer.status, errorOf(answer)];
const price = async (hourlyMicros: bigint) => {
  cloud.clock.advance(1);
  await setPrice(cloud.ctx, { planId: PLAN, accountId, hourlyMicros });
};
const stakeOf = async (id: string) => {
  const [stake] = data(await owner.get(at(`/server-stakes?serverId=${id}`)), z.array(ServerStake));
  assert.ok(stake);
  return stake;
};
/** What the dialog says of refunds. */
const shownOf = ({ everActive, hour, terms }: ServerStake) => ({ shown: { everActive, hour, terms } });
const remove = (id: string, body?: object) => owner.remove(at(`/servers/${id}`), body);

test('a server is deployed at the hourly rate that the page showed, or the person is asked again', async () => {
  const before = await customer.balance();
  const deploy = (expectedHourlyRateCad: number) =>
    owner.post(at('/servers'), { productId: PLAN, sshKeyId: customer.sshKeyId, expectedHourlyRateCad });
  await price(4_290_000n);
  const dearer = await deploy(3.99);
  assert.deepEqual(refused(dearer), [400, 'PRICE_CHANGED']);
  assert.match(dearer.text, /The price is 4\.29 CAD, not 3\.99 CAD\. Nothing was charged/);
  assert.equal(await customer.balance(), before);
  const { id } = data(await deploy(4.29), ServerCreated);
  assert.equal(before - (await customer.balance()), 4_290_000n);
  assert.equal((await remove(id)).status, 200);
});

test('a hibernated server is resumed at the hourly rate that the dialog showed, or the person is asked again', async () => {
  await price(3_990_000n);
  const id = await customer.deploy();
  await cloud.settle();
  assert.equal((await owner.post(at(`/servers/${id}/actions`), { action: 'hibernate' })).status, 200);
  await cloud.settle();
  await cloud.pass(2 * HOUR_MS);
  const { hourlyRate } = await stakeOf(id);
  assert.equal(hourlyRate, 3.99);
  await price(4_290_000n);
  const before = await customer.balance();
  const resume = (rate: number) => owner.post(at(`/servers/${id}/actions`), { action: 'hibernate-restore', expectedHourlyRateCad: rate });
  assert.deepEqual(refused(await resume(hourlyRate)), [400, 'PRICE_CHANGED']);
  assert.deepEqual([(await cloud.server(id)).status, await customer.balance()], ['HIBERNATED', before]);
  assert.equal((await resume(4.29)).status, 200);
  assert.equal(before - (await customer.balance()), 4_290_000n);
  await cloud.settle();
  assert.equal((await remove(id)).status, 200);
});

test('a server is not deleted for less than the dialog promised: an hour is refunded, or the person is asked again', async () => {
  const id = await customer.deploy();
  const shown = shownOf(await stakeOf(id));
  assert.equal(shown.shown.hour, 'refunded');
  await cloud.settle();
  assert.equal((await stakeOf(id)).hour, 'kept', 'it has come up since');
  const answer = await remove(id, shown);
  assert.deepEqual(refused(answer), [409, 'CONFIRM_AGAIN']);
  assert.match(answer.text, /The refund is no longer the one you were shown/);
  assert.equal((await cloud.server(id)).status, 'ACTIVE');
  assert.equal((await remove(id, shownOf(await stakeOf(id)))).status, 200);

  const unborn = await customer.deploy();
  const before = await customer.balance();
  assert.equal((await remove(unborn, shownOf(await stakeOf(unborn)))).status, 200);
  assert.ok((await customer.balance()) > before, 'what was promised was refunded');
});

test('a term that has begun since the dialog promised to refund it is not lost by that click', async () => {
  const begun = await createOrder(customer.ctx, { productId: PLAN, cycle: 'monthly', sshKeyId: customer.sshKeyId, autoRenew: false });
  const id = begun.serverId;
  await settlePayment(cloud.ctx, cloud.payments, begun.paymentId);
  const unborn = shownOf(await stakeOf(id));
  assert.equal(unborn.shown.everActive, false);
  await cloud.settle();
  assert.deepEqual(refused(await remove(id, unborn)), [409, 'CONFIRM_AGAIN'], 'the whole term was to be refunded');

  const renewal = await renewOrder(customer.ctx, { orderId: begun.orderId });
  await settlePayment(cloud.ctx, cloud.payments, renewal.paymentId);
  const renewed = shownOf(await stakeOf(id));
  const next = renewed.shown.terms?.next;
  assert.ok(next);
  cloud.clock.moveTo(addMs(new Date(next.start), 1));
  assert.deepEqual(refused(await remove(id, renewed)), [409, 'CONFIRM_AGAIN'], 'the next term was to be refunded');
  assert.notEqual((await cloud.server(id)).status, 'DELETED');
  assert.equal((await remove(id, shownOf(await stakeOf(id)))).status, 200);
});

test('what backups cost for the rest of a paid term is told before they are turned on, and taken as it was told', async () => {
  const begun = await createOrder(customer.ctx, { productId: PLAN, cycle: 'monthly', sshKeyId: customer.sshKeyId, autoRenew: false });
  await settlePayment(cloud.ctx, cloud.payments, begun.paymentId);
  await cloud.settle();
  const path = at(`/servers/${begun.serverId}`);
  const quote = async () => data(await owner.get(`${path}/backup-option`), BackupOptionQuote);
  const told = await quote();
  assert.deepEqual([told.charge, told.until !== null], [9.99, true]);
  cloud.clock.moveTo(addMs(new Date(told.quotedAt), 5 * DAY_MS));
  const before = await customer.balance();
  const turnOn = (expectedChargeCad: number) => owner.put(`${path}/backups`, { enabled: true, expectedChargeCad });
  assert.deepEqual(refused(await turnOn(told.charge)), [400, 'PRICE_CHANGED']);
  assert.equal(await customer.balance(), before);
  const { charge } = await quote();
  assert.equal((await turnOn(charge)).status, 200);
  assert.equal(Number(before - (await customer.balance())), Math.round(charge * 1e6));
  assert.equal((await quote()).charge, 0, 'it is on');
});

test('what charges the default card later is turned on for the card and the amount that the dialog named', async () => {
  const begun = await createOrder(customer.ctx, { productId: PLAN, cycle: 'monthly', sshKeyId: customer.sshKeyId, autoRenew: false });
  await settlePayment(cloud.ctx, cloud.payments, begun.paymentId);
  await cloud.settle();
  const path = at(`/orders/${begun.orderId}`);
  const quoteRenewal = async () => data(await owner.get(`${path}/auto-renewal`), AutoRenewalQuote);
  const renewed = await quoteRenewal();
  const renew = (quote: AutoRenewalQuote) =>
    owner.put(path, { autoRenew: true, expectedCardId: quote.card?.id, expectedTotalCad: quote.total });
  const reloads = async () => data(await owner.post(at('/top-ups/quote'), { amountCad: 50 }), TopUpQuote);
  const reloaded = await reloads();
  const reload = (quote: TopUpQuote) =>
    owner.put(at('/auto-reload'), {
      enabled: true,
      thresholdCad: 10,
      amountCad: 50,
      expectedCardId: quote.card?.id,
      expectedTotalCad: quote.total,
    });
  await giveCard(cloud, customer, 'mastercard').then((cardId) => owner.post(at(`/cards/${cardId}/default`)));
  for (const answer of [await renew(renewed), await reload(reloaded)]) {
    assert.deepEqual(refused(answer), [409, 'CONFIRM_AGAIN']);
    assert.match(answer.text, /Your default card is no longer the one you were shown/);
  }
  const [other, otherTopUp] = [await quoteRenewal(), await reloads()];
  await moveTo(customer, 'ON');
  for (const answer of [await renew(other), await reload(otherTopUp)]) assert.deepEqual(refused(answer), [400, 'PRICE_CHANGED']);
  assert.equal(data(await owner.get(path), Order).autoRenew, false);
  assert.equal((await renew(await quoteRenewal())).status, 200);
  assert.equal((await reload(await reloads())).status, 200);
  assert.equal((await owner.put(path, { autoRenew: false })).status, 200, 'off is off, whatever was shown');
});
