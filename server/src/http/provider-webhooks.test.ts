import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { addCard } from '../core/commerce/cards/add-card.ts';
import { listCards } from '../core/commerce/cards/list-cards.ts';
import { listInvoices } from '../core/commerce/invoices/get-invoice.ts';
import { listRefunds } from '../core/commerce/refunds/list-refunds.ts';
import { refundPayment } from '../core/commerce/refunds/refund-payment.ts';
import { createTopUp } from '../core/commerce/top-ups/create-top-up.ts';
import { tendPayments } from '../core/commerce/settlement/tend-payments.ts';
import { settlePayment } from '../core/commerce/settlement/settle-payment.ts';
import { moveTo } from '../core/testing/paying-customer.ts';
import { startCloud, type Customer } from '../core/testing/cloud.ts';
import { createStripePayments } from '../payments/stripe/stripe-payments.ts';
import { DOUBLE_KEYS, startStripeDouble } from '../payments/stripe/testing/stripe-double.ts';
import { unmeasured } from '../kit/measures.ts';
import { mountWebhooks, providerWebhooks } from './provider-webhooks.ts';

const cloud = await startCloud();
const double = await startStripeDouble();
const payments = createStripePayments({ ...DOUBLE_KEYS, server: double });
const app = fastify();
let isFenced = false;
const came: string[] = [];
const measures = { ...unmeasured, newsCame: (outcome: string) => void came.push(outcome) };
const webhooks = providerWebhooks(cloud.ctx, payments, { isFenced: async () => isFenced, measures });
assert.ok(webhooks);
await mountWebhooks(app, webhooks);
after(async () => {
  await app.close();
  await double.close();
  await cloud.close();
});

const post = async (posted: { body: string; signature: string }) => {
  const headers = { 'content-type': 'application/json', 'stripe-signature': posted.signature };
  return (await app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload: posted.body })).statusCode;
};
const setupRef = async (cardId: string) =>
  (await cloud.db.sql.selectFrom('cards').select('setupRef').where('id', '=', cardId).executeTakeFirstOrThrow()).setupRef ?? '';

/** A customer whose card was saved at Stripe, and reported by webhook alone. */
async function customerWithCard(card: 'visa' | 'late' | 'disputed'): Promise<Customer> {
  const customer = await cloud.customer('0');
  await moveTo(customer, 'QC');
  const setup = await addCard(customer.ctx, payments);
  assert.deepEqual([setup.provider, setup.publishableKey], ['stripe', 'pk_test_double']);
  double.enterCard(await setupRef(setup.cardId), card);
  assert.equal(await post(double.webhooks().at(-1) ?? { body: '', signature: '' }), 200);
  assert.equal((await listCards(customer.ctx)).length, 1);
  return customer;
}

test('webhooks in any order, and twice, credit once', async () => {
  const customer = await customerWithCard('late');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  assert.equal(await settlePayment(cloud.ctx, payments, paymentId), 'waiting');
  double.world.settleLate();
  const all = double.webhooks();
  for (const posted of [...all.toReversed(), ...all]) assert.equal(await post(posted), 200);
  assert.equal(await customer.balance(), 25_000_000n);
  const events = await cloud.db.sql.selectFrom('providerEvents').select(['attempts', 'checkAt']).execute();
  assert.ok(events.every((event) => event.attempts === 1 && event.checkAt === null));
});

test('a dispute that Stripe posts is booked, and given back when it is won', async () => {
  const customer = await customerWithCard('disputed');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 40 });
  await settlePayment(cloud.ctx, payments, paymentId);
  const row = await cloud.db.sql.selectFrom('payments').select('ref').where('id', '=', paymentId).executeTakeFirstOrThrow();
  const dispute = double.world.raiseDispute(row.ref ?? '');
  await post(double.webhooks().at(-1) ?? { body: '', signature: '' });
  assert.equal(await customer.balance(), 0n);
  double.world.winDispute(dispute);
  await post(double.webhooks().at(-1) ?? { body: '', signature: '' });
  assert.equal(await customer.balance(), 40_000_000n);
});

test('a customer whom Stripe does not know any more adds a card and pays with it: after test mode, or deleted in the dashboard', async () => {
  const customer = await customerWithCard('visa');
  double.world.forgetCustomers();
  const dead = await createTopUp(customer.ctx, { amountCad: 25 });
  assert.equal(await settlePayment(cloud.ctx, payments, dead.paymentId), 'settled');
  assert.equal(await customer.balance(), 0n, 'the card is gone with its customer');
  const { cardId } = await addCard(customer.ctx, payments);
  double.enterCard(await setupRef(cardId), 'visa');
  assert.equal(await post(double.webhooks().at(-1) ?? { body: '', signature: '' }), 200);
  const cards = await listCards(customer.ctx);
  assert.equal(cards.find((card) => card.default)?.id, cardId, 'what is charged from now on is the one that can be');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  await settlePayment(cloud.ctx, payments, paymentId);
  assert.equal(await customer.balance(), 25_000_000n);
});

test('news while Stripe does not answer is kept, and handled when it does', async () => {
  const customer = await customerWithCard('late');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 30 });
  await settlePayment(cloud.ctx, payments, paymentId);
  double.world.settleLate();
  double.cutOff('before', /^GET \/v1\/payment_intents/, 2);
  assert.equal(await post(double.webhooks().at(-1) ?? { body: '', signature: '' }), 200);
  assert.equal(await customer.balance(), 0n);
  cloud.clock.advance(120_000);
  await tendPayments(cloud.ctx, payments);
  assert.equal(await customer.balance(), 30_000_000n);
});

test('what is not signed by Stripe is refused and changes nothing', async () => {
  const body = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } });
  for (const signature of ['', double.sign(body, { secret: 'whsec_other' }), double.sign(`${body} `)]) {
    assert.equal(await post({ body, signature }), 400);
  }
  const kept = await cloud.db.sql.selectFrom('providerEvents').select('id').where('id', '=', 'evt_forged').execute();
  assert.deepEqual(kept, []);
});

test('a copy of the database takes no news from whoever it is a copy of: they are sent again', async () => {
  const customer = await customerWithCard('late');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  await settlePayment(cloud.ctx, payments, paymentId);
  double.world.settleLate();
  const news = double.webhooks().at(-1) ?? { body: '', signature: '' };
  isFenced = true;
  assert.equal(await post(news), 503);
  assert.equal(await post({ ...news, signature: '' }), 400);
  assert.equal(await customer.balance(), 0n);
  isFenced = false;
  assert.equal(await post(news), 200);
  assert.equal(await customer.balance(), 25_000_000n);
});

test('messages are counted by what came of them: those of another secret as refused, and those of nobody not at all', async () => {
  came.length = 0;
  await customerWithCard('visa');
  const news = double.webhooks().at(-1) ?? { body: '', signature: '' };
  assert.equal(await post({ ...news, body: `${news.body} ` }), 400);
  assert.equal(await post({ ...news, signature: '' }), 400);
  isFenced = true;
  assert.equal(await post(news), 503);
  isFenced = false;
  assert.deepEqual(came, ['taken', 'refused', 'later']);
});

test('the sandbox has no address to post to', () => {
  assert.equal(providerWebhooks(cloud.ctx, cloud.payments, { isFenced: async () => false }), null);
});

test('an error that Stripe repeats for the same call delays a payment by one look, and does not make it fail', async () => {
  const customer = await customerWithCard('visa');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  double.breakDown(/\/confirm$/);
  assert.equal(await settlePayment(cloud.ctx, payments, paymentId), 'waiting');
  assert.equal(await customer.balance(), 0n);
  assert.equal(await settlePayment(cloud.ctx, payments, paymentId), 'settled');
  assert.equal(await customer.balance(), 25_000_000n);
});

test('a refund that a bank sends back days after it had succeeded is credit again, and its credit note is answered by a receipt', async () => {
  const customer = await customerWithCard('visa');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  await settlePayment(cloud.ctx, payments, paymentId);
  await refundPayment(cloud.ctx, { paymentId, reason: 'Bought twice', key: 'back' });
  await tendPayments(cloud.ctx, payments);
  const { items } = await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId });
  assert.deepEqual([items[0]?.status, await customer.balance()], ['succeeded', 0n]);
  double.world.sendBack(items[0]?.ref ?? '');
  for (let time = 0; time < 2; time += 1) assert.equal(await post(double.webhooks().at(-1) ?? { body: '', signature: '' }), 200);
  assert.equal(await customer.balance(), 25_000_000n);
  const kinds = (await listInvoices(customer.ctx)).items.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['receipt', 'credit_note', 'receipt']);
});

test("a refund made in Stripe's dashboard is booked by its news, once", async () => {
  const customer = await customerWithCard('visa');
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  await settlePayment(cloud.ctx, payments, paymentId);
  const row = await cloud.db.sql.selectFrom('payments').select('ref').where('id', '=', paymentId).executeTakeFirstOrThrow();
  double.world.refundInDashboard(row.ref ?? '', 2874);
  for (let time = 0; time < 2; time += 1) assert.equal(await post(double.webhooks().at(-1) ?? { body: '', signature: '' }), 200);
  assert.equal(await customer.balance(), 0n);
  const { items } = await listRefunds(cloud.ctx, { accountId: customer.ctx.accountId });
  assert.deepEqual(
    items.map(({ kind, status, netMicros, taxMicros }) => [kind, status, netMicros, taxMicros]),
    [['refund', 'succeeded', 25_000_000n, 3_740_000n]],
  );
});
