import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { takeCredit } from '../../money/ledger/ledger.store.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { listRefunds } from './list-refunds.ts';
import { refundPayment } from './refund-payment.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';

const PAID = 100_000_000n;
const TOTAL = 114_980_000n;
const SPENT = 60_000_000n;

/**
 * What can happen to a payment: R we refund, O somebody refunds at the provider, F that refund is returned, D disputed, W won, S the
 * customer spends.
 */
type Step = 'R' | 'O' | 'F' | 'D' | 'W' | 'S';

/** Every order of the steps in which a refund is returned after it was made, and a dispute won after it began. */
function ordersOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  if (steps.length === 0) return [[]];
  return steps
    .flatMap((step) => ordersOf(steps.filter((other) => other !== step)).map((rest) => [step, ...rest]))
    .filter((order) => comesFirst(order, 'D', 'W') && comesFirst(order, 'R', 'F') && comesFirst(order, 'O', 'F'));
}

function comesFirst(order: readonly Step[], first: Step, then: Step): boolean {
  return !order.includes(first) || !order.includes(then) || order.indexOf(first) < order.indexOf(then);
}

describe('whatever befalls a payment, in whatever order', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud();
  });
  after(() => cloud.close());

  for (const order of [...ordersOf(['R', 'F', 'D', 'W', 'S']), ...ordersOf(['O', 'F', 'D', 'W', 'S'])]) {
    test(`${order.join(' ')}: nobody is given money twice, and when all is undone, nothing is lost`, async () => {
      const story = await begin(cloud);
      for (const step of order) {
        await story.take(step);
        assert.ok((await story.customer.balance()) <= story.due(), `after ${step} the credit is more than what is left of the payment`);
      }
      assert.equal(await story.customer.balance(), PAID - story.spent());
      for (const { status, lossMicros } of await story.refunds()) assert.ok(status === 'failed' || lossMicros === 0n);
      await assertBooks(cloud);
    });
  }

  test('a refund that comes back after the bank has taken the payment makes good the loss, and the operator is told what is left of it', async () => {
    const story = await begin(cloud);
    for (const step of ['R', 'D'] as const) await story.take(step);
    assert.deepEqual(await story.losses(), [TOTAL]);
    await story.take('F');
    assert.equal(await story.customer.balance(), 0n);
    // What is left is the tax of the refund that did not happen.
    assert.deepEqual(await story.losses(), [TOTAL - PAID]);
    await assertBooks(cloud);
  });

  test('a bank that takes the money of a dispute once more is booked once more', async () => {
    const story = await begin(cloud);
    for (const step of ['D', 'W'] as const) await story.take(step);
    await cloud.payments.loseDispute(story.disputeRef());
    for (let time = 0; time < 3; time += 1) await cloud.tendMoney();
    assert.equal(await story.customer.balance(), 0n);
    assert.equal((await story.refunds()).length, 2);
    await assertBooks(cloud);
    await story.take('W');
    assert.equal(await story.customer.balance(), PAID);
    await assertBooks(cloud);
  });
});

async function begin(cloud: Cloud) {
  const customer: Customer = await payingCustomer(cloud);
  const { accountId } = customer.ctx;
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 100 });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  const { ref } = await cloud.db.sql.selectFrom('payments').select('ref').where('id', '=', paymentId).executeTakeFirstOrThrow();
  const chargeRef = ref ?? '';
  let refundRef: string | null = null;
  let dispute = '';
  /** What is back on the card, taxes included, and what was spent. */
  const back = { refunded: 0n, disputed: 0n, spent: 0n };

  const refunds = async () => (await listRefunds(cloud.ctx, { accountId })).items;
  const steps = {
    async R() {
      const amount = await customer.balance();
      if (amount === 0n) return;
      await refundPayment(cloud.ctx, { paymentId, netMicros: amount, reason: 'Asked for', key: 'all' });
      await cloud.tendMoney();
      const made = (await refunds()).find(({ kind }) => kind === 'refund');
      refundRef = made?.ref ?? null;
      back.refunded = (made?.netMicros ?? 0n) + (made?.taxMicros ?? 0n);
    },
    async O() {
      refundRef = await cloud.payments.refundOutside({ chargeRef, amountMicros: TOTAL });
      back.refunded = TOTAL;
    },
    async F() {
      if (refundRef !== null) await cloud.payments.returnRefund(refundRef);
      back.refunded = 0n;
    },
    async D() {
      dispute = await cloud.payments.dispute(chargeRef);
      back.disputed = TOTAL;
    },
    async W() {
      await cloud.payments.winDispute(dispute);
      back.disputed = 0n;
    },
    async S() {
      const balance = await customer.balance();
      const amountMicros = balance < SPENT ? balance : SPENT;
      back.spent = amountMicros;
      await cloud.ctx.transact(async (tx) => {
        const movement = {
          key: `spent:${accountId}`,
          type: 'adjustment',
          against: 'promo',
          data: { of: 'by_hand', reason: 'Spent' },
        } as const;
        if (amountMicros > 0n) await takeCredit(tx, cloud.ctx, await lockAccount(tx, accountId), { ...movement, amountMicros });
      });
    },
  } as const satisfies Record<Step, () => Promise<void>>;

  return {
    customer,
    refunds,
    disputeRef: () => dispute,
    losses: async () =>
      (await refunds()).flatMap(({ status, lossMicros }) => (status === 'failed' || lossMicros === 0n ? [] : [lossMicros])),
    async take(step: Step): Promise<void> {
      await steps[step]();
      for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
    },
    /** The most that the credit may hold: what was paid and is neither spent nor back on the card. */
    due(): bigint {
      const net = ((back.refunded + back.disputed) * PAID) / TOTAL;
      const left = PAID - back.spent - net;
      return left > 0n ? left : 0n;
    },
    spent: () => back.spent,
  };
}
