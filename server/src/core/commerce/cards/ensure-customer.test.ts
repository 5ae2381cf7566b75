import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { Payments } from '../../../payments/port.ts';
import { createStripePayments } from '../../../payments/stripe/stripe-payments.ts';
import { DOUBLE_KEYS, startStripeDouble } from '../../../payments/stripe/testing/stripe-double.ts';
import { updateProfile } from '../../ground/profiles/update-profile.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { moveTo } from '../../testing/paying-customer.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { addCard } from './add-card.ts';
import { finishCard } from './finish-card.ts';
import { listCards } from './list-cards.ts';

const cloud = await startCloud();
const double = await startStripeDouble();
const payments = createStripePayments({ ...DOUBLE_KEYS, server: double });
after(async () => {
  await double.close();
  await cloud.close();
});

let customer: Customer;
beforeEach(async () => {
  customer = await cloud.customer('0');
  await moveTo(customer, 'QC');
});

/** What the browser does at the provider with a card that is being added. */
async function enterOnly(cardId: string): Promise<void> {
  const row = await cloud.db.sql.selectFrom('cards').select('setupRef').where('id', '=', cardId).executeTakeFirstOrThrow();
  double.enterCard(row.setupRef ?? assert.fail('it cannot be entered'), 'visa');
}

async function enter({ cardId }: { cardId: string }): Promise<void> {
  await enterOnly(cardId);
  assert.ok(await finishCard(customer.ctx, payments, { cardId }));
}

/** These cards, and no others, can be charged; one of them is the default. */
async function assertChargeable(added: readonly { cardId: string }[]): Promise<void> {
  const cards = await listCards(customer.ctx);
  assert.equal(cards.filter((card) => card.default).length, 1);
  const before = await customer.balance();
  for (const { cardId } of [...added, { cardId: undefined }]) {
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25, cardId });
    await settlePayment(cloud.ctx, payments, paymentId);
  }
  assert.equal((await customer.balance()) - before, BigInt(added.length + 1) * 25_000_000n);
}

/**
 * While the first call begins to add a card and the provider is about to create a customer for it, the second adds one from start to end.
 */
async function overtaken(meanwhile: () => Promise<unknown> = async () => undefined): Promise<{ cardId: string }[]> {
  let second: { cardId: string } | null = null;
  const slow: Payments = {
    ...payments,
    ensureCustomer: async (input) => {
      await meanwhile();
      second ??= await addCard(customer.ctx, payments);
      return payments.ensureCustomer(input);
    },
  };
  const first = await addCard(customer.ctx, slow);
  return [first, second ?? assert.fail('no customer was made')];
}

/** The same, but the second has only learned its customer by then, and continues when the first is done. */
async function halfOvertaken(): Promise<{ cardId: string }[]> {
  const [isHalfway, firstIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const halted: Payments = {
    ...payments,
    beginCardSetup: async (input) => {
      isHalfway.resolve();
      await firstIsDone.promise;
      return payments.beginCardSetup(input);
    },
  };
  let second: Promise<{ cardId: string }> | null = null;
  const slow: Payments = {
    ...payments,
    ensureCustomer: async (input) => {
      second ??= addCard(customer.ctx, halted);
      await isHalfway.promise;
      return payments.ensureCustomer(input);
    },
  };
  const first = addCard(customer.ctx, slow).finally(() => firstIsDone.resolve());
  return [await first, (await second) ?? assert.fail('no customer was made')];
}

test('two people who add the first card of an account at once both have one that can be charged', async () => {
  const added = await Promise.all([addCard(customer.ctx, payments), addCard(customer.ctx, payments)]);
  for (const one of added) await enter(one);
  await assertChargeable(added);
});

test('so they do when the account is renamed between the two', async () => {
  const added = await overtaken(() => updateProfile(customer.ctx, { company: 'Nord Calcul inc.' }));
  for (const one of added) await enter(one);
  await assertChargeable(added);
});

for (const [when, later] of [
  ['made today', () => undefined],
  ['made long ago', () => double.forgetKeys()],
] as const) {
  test(`two people who add a card at once do, when the provider does not know the customer any more that was ${when}`, async () => {
    await enter(await addCard(customer.ctx, payments));
    double.world.forgetCustomers();
    later();
    const added = await Promise.all([addCard(customer.ctx, payments), addCard(customer.ctx, payments)]);
    for (const one of added) await enter(one);
    await assertChargeable(added);
  });

  test(`so does whoever is overtaken by the other, when it was ${when}`, async () => {
    await enter(await addCard(customer.ctx, payments));
    double.world.forgetCustomers();
    later();
    for (const overtake of [overtaken, halfOvertaken]) {
      const added = await overtake();
      for (const one of added.toReversed()) await enter(one);
      await assertChargeable(added);
      double.world.forgetCustomers();
      later();
    }
  });
}

test('a card that was entered for a customer who is gone fails, and the next one is charged', async () => {
  const { cardId } = await addCard(customer.ctx, payments);
  await enterOnly(cardId);
  double.world.forgetCustomers();
  const next = await addCard(customer.ctx, payments);
  assert.equal(await finishCard(customer.ctx, payments, { cardId }), null);
  await enter(next);
  await assertChargeable([next]);
});
