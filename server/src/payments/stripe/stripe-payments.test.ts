import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { paymentsConformance, unreachable, type PaymentsKit } from '../conformance.ts';
import { toCents, WebhookRefused, type Payments } from '../port.ts';
import { createStripePayments } from './stripe-payments.ts';
import { DOUBLE_KEYS, startStripeDouble, type StripeDouble } from './testing/stripe-double.ts';

async function openStripeKit(): Promise<PaymentsKit> {
  const double = await startStripeDouble();
  const payments = createStripePayments({ ...DOUBLE_KEYS, server: double });
  let read = 0;
  return {
    payments,
    enterCard: async (setupRef, card) => double.enterCard(setupRef, card),
    authenticate: async (ref, proven) => double.world.authenticate(ref, proven),
    settleLate: async () => double.world.settleLate(),
    raiseDispute: async (ref) => double.world.raiseDispute(ref),
    winDispute: async (ref) => double.world.winDispute(ref),
    refundOutside: async (ref, amountMicros) => double.world.refundInDashboard(ref, toCents(amountMicros)),
    timesTaken: async (ref) => double.world.timesTaken(ref),
    events: async () => {
      const fresh = double.webhooks().slice(read);
      read += fresh.length;
      return fresh.flatMap((posted) => payments.readWebhook(posted) ?? []);
    },
    close: () => double.close(),
  };
}

paymentsConformance('Stripe', openStripeKit);

describe('the Stripe adapter', () => {
  let double: StripeDouble;
  let payments: Payments;
  before(async () => {
    double = await startStripeDouble();
    payments = createStripePayments({ ...DOUBLE_KEYS, server: double });
  });
  after(() => double.close());

  async function openCharge(key: string, card: SandboxCard = 'visa') {
    const customerRef = await payments.ensureCustomer({ accountId: `acc_${key}`, name: 'Acme' });
    const setup = await payments.beginCardSetup({ key: `card_${key}`, customerRef });
    double.enterCard(setup.ref, card);
    const { state } = await payments.readCardSetup(setup.ref);
    assert.ok(state.is === 'saved');
    return { key: `pay_${key}`, customerRef, cardRef: state.card.ref, amountMicros: 28_740_000n, description: 'Credit' };
  }

  test('a call that was cut off before or after the work is repeated and makes one charge', async () => {
    for (const when of ['before', 'after'] as const) {
      const request = await openCharge(`cut_${when}`);
      const made = double.world.countIntents();
      double.cutOff(when, /^POST \/v1\/payment_intents$/);
      const { ref } = await payments.openCharge(request);
      assert.equal(double.world.countIntents(), made + 1);
      double.cutOff(when, /\/confirm$/);
      assert.deepEqual((await payments.confirmCharge({ ref, present: false })).state, { is: 'succeeded' });
      assert.equal(double.world.timesTaken(ref), 1);
    }
  });

  test('a provider that does not answer is unreachable, and what it did is found later', async () => {
    const { ref } = await payments.openCharge(await openCharge('silent'));
    double.cutOff('after', /\/confirm$/, 2);
    await assert.rejects(payments.confirmCharge({ ref, present: false }), unreachable);
    assert.deepEqual((await payments.readCharge(ref)).state, { is: 'succeeded' });
    assert.equal(double.world.timesTaken(ref), 1);
  });

  test("an error of Stripe's own, which it repeats for the same call, does not outlive the next try", async () => {
    const request = await openCharge('broken');
    double.breakDown(/^POST \/v1\/payment_intents$/);
    for (let time = 0; time < 2; time += 1) await assert.rejects(payments.openCharge(request), unreachable);
    const { ref } = await payments.openCharge({ ...request, attempt: 1 });
    double.breakDown(/\/confirm$/);
    for (let time = 0; time < 2; time += 1) await assert.rejects(payments.confirmCharge({ ref, present: false }), unreachable);
    for (const attempt of [1, 1, 2]) {
      assert.deepEqual((await payments.confirmCharge({ ref, present: false, attempt })).state, { is: 'succeeded' });
    }
    assert.equal(double.world.timesTaken(ref), 1);
  });

  test('a decline is told once the intent is closed: whoever has its secret cannot pay it with another card', async () => {
    const { ref } = await payments.openCharge(await openCharge('closed_confirm', 'declined'));
    assert.equal((await payments.confirmCharge({ ref, present: true })).state.is, 'declined');
    const { ref: unproven } = await payments.openCharge(await openCharge('closed_read', 'authentication'));
    await payments.confirmCharge({ ref: unproven, present: true });
    double.world.authenticate(unproven, false);
    assert.equal((await payments.readCharge(unproven)).state.is, 'declined');
    for (const each of [ref, unproven]) {
      double.world.payInBrowser(each);
      assert.equal(double.world.timesTaken(each), 0);
    }
  });

  test('a refund of one key is made once, also when Stripe has forgotten the key and the answer was lost', async () => {
    const { ref } = await payments.openCharge(await openCharge('refunded'));
    await payments.confirmCharge({ ref, present: false });
    double.cutOff('after', /^POST \/v1\/refunds$/, 2);
    const give = () => payments.refund({ key: 'rfd_1', chargeRef: ref, amountMicros: 10_000_000n });
    await assert.rejects(give(), unreachable);
    double.forgetKeys();
    const first = await give();
    double.forgetKeys();
    assert.deepEqual(await give(), first);
    assert.equal(double.world.refundedCents(ref), 1000);
  });

  test('an account that was renamed after its call was cut off is still made a customer', async () => {
    double.cutOff('after', /^POST \/v1\/customers$/, 2);
    await assert.rejects(payments.ensureCustomer({ accountId: 'acc_renamed', name: 'Before' }), unreachable);
    assert.match(await payments.ensureCustomer({ accountId: 'acc_renamed', name: 'After' }), /^cus_/);
  });

  test('every call names the version of the API that the adapter was written for', async () => {
    await payments.openCharge(await openCharge('version'));
    assert.deepEqual(double.versions(), ['2026-10-28.endive']);
  });

  test('a wrong key of the operator fails no charge for good', async () => {
    const mistyped = createStripePayments({ ...DOUBLE_KEYS, secretKey: 'sk_test_wrong', server: double });
    await assert.rejects(mistyped.readCharge('pi_1'), unreachable);
  });

  test('a card removed between opening and confirming is unusable, and the charge closed', async () => {
    const request = await openCharge('gone');
    const { ref } = await payments.openCharge(request);
    await payments.removeCard(request.cardRef);
    assert.deepEqual((await payments.confirmCharge({ ref, present: false })).state, { is: 'declined', reason: 'card_unusable' });
    assert.deepEqual((await payments.readCharge(ref)).state.is, 'declined');
  });

  test('a webhook counts only with the signature of now and of our secret', () => {
    const [posted] = double.webhooks();
    assert.ok(posted);
    assert.ok(payments.readWebhook(posted));
    const old = double.sign(posted.body, { at: new Date(Date.now() - 10 * 60_000) });
    const foreign = double.sign(posted.body, { secret: 'whsec_other' });
    for (const signature of ['', 't=1,v1=00', old, foreign]) {
      assert.throws(() => payments.readWebhook({ body: posted.body, signature }), WebhookRefused, signature);
    }
    const changed = posted.body.replace('evt_', 'evt_x');
    assert.throws(() => payments.readWebhook({ body: changed, signature: posted.signature }), WebhookRefused);
  });

  test('a webhook that is signed with the secret before and with ours counts: so Stripe signs while a secret is rolled', () => {
    const [posted] = double.webhooks();
    assert.ok(posted);
    const before = double.sign(posted.body, { secret: 'whsec_before' });
    const [, ours = ''] = double.sign(posted.body, { at: new Date(Number(/t=(\d+)/.exec(before)?.[1]) * 1000) }).split(',');
    assert.ok(payments.readWebhook({ body: posted.body, signature: `${before},${ours}` }));
  });

  test('events of no concern are passed over', () => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.created', data: { object: { id: 'cus_1' } } });
    assert.equal(payments.readWebhook({ body, signature: double.sign(body) }), null);
  });
});
