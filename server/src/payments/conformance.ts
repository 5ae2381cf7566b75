import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { PaymentsError, type ChargeState, type Payments, type ProviderEvent } from './port.ts';

/** A provider, and controls for the browser and the bank around it. */
export interface PaymentsKit {
  readonly payments: Payments;
  /** Enters a card into a setup, as the browser does. */
  enterCard(setupRef: string, card: SandboxCard): Promise<void>;
  authenticate(chargeRef: string, proven: boolean): Promise<void>;
  /** Lets time pass until every late outcome has arrived. */
  settleLate(): Promise<void>;
  /** Makes the bank dispute a charge made with the `disputed` card; returns the dispute's reference. */
  raiseDispute(chargeRef: string): Promise<string>;
  winDispute(disputeRef: string): Promise<void>;
  /** Refunds at the provider, bypassing Boreal. */
  refundOutside(chargeRef: string, amountMicros: bigint): Promise<void>;
  timesTaken(chargeRef: string): Promise<number>;
  /** The events since the last call, however they arrive. */
  events(): Promise<readonly ProviderEvent[]>;
  close(): Promise<void>;
}

const AMOUNT = 28_740_000n;

/** The port's promises, which every provider must keep. */
export function paymentsConformance(name: string, start: () => Promise<PaymentsKit>): void {
  describe(`${name} keeps the promises of a payment provider`, () => {
    let kit: PaymentsKit;
    let count = 0;
    before(async () => {
      kit = await start();
    });
    after(() => kit.close());

    async function save(card: SandboxCard): Promise<{ customerRef: string; cardRef: string }> {
      count += 1;
      const customerRef = await kit.payments.ensureCustomer({ accountId: `acc_${count}`, name: 'Zoé & fils' });
      const setup = await kit.payments.beginCardSetup({ key: `card_${count}`, customerRef });
      assert.equal(setup.state.is, 'open');
      await kit.enterCard(setup.ref, card);
      const { state } = await kit.payments.readCardSetup(setup.ref);
      assert.ok(state.is === 'saved');
      return { customerRef, cardRef: state.card.ref };
    }
    async function open(card: SandboxCard): Promise<string> {
      const { customerRef, cardRef } = await save(card);
      const charge = await kit.payments.openCharge({
        key: `pay_${count}`,
        customerRef,
        cardRef,
        amountMicros: AMOUNT,
        description: 'Credit',
      });
      assert.deepEqual(charge.state, { is: 'open' });
      return charge.ref;
    }
    async function confirmed(card: SandboxCard, present = false): Promise<{ ref: string; state: ChargeState }> {
      return kit.payments.confirmCharge({ ref: await open(card), present });
    }

    test('a customer asked for twice is one customer', async () => {
      const first = await kit.payments.ensureCustomer({ accountId: 'acc_same', name: 'One' });
      assert.equal(await kit.payments.ensureCustomer({ accountId: 'acc_same', name: 'One' }), first);
    });

    test('a card is saved by the browser and known by four digits', async () => {
      const customerRef = await kit.payments.ensureCustomer({ accountId: 'acc_card', name: 'Card' });
      const setup = await kit.payments.beginCardSetup({ key: 'card_a', customerRef });
      assert.equal((await kit.payments.beginCardSetup({ key: 'card_a', customerRef })).ref, setup.ref);
      assert.ok(setup.state.is === 'open' && setup.state.clientSecret !== '');
      await kit.enterCard(setup.ref, 'mastercard');
      const { state } = await kit.payments.readCardSetup(setup.ref);
      assert.ok(state.is === 'saved');
      const { ref: _ref, ...card } = state.card;
      assert.deepEqual(card, { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2099 });
      assert.ok((await kit.events()).some((event) => event.about === 'card setup' && event.ref === setup.ref));
    });

    test('opening a charge takes nothing, and opening it twice makes one charge', async () => {
      const { customerRef, cardRef } = await save('visa');
      const request = { key: 'pay_twice', customerRef, cardRef, amountMicros: AMOUNT, description: 'Credit' };
      const { ref } = await kit.payments.openCharge(request);
      assert.equal((await kit.payments.openCharge(request)).ref, ref);
      assert.equal(await kit.timesTaken(ref), 0);
    });

    test('a charge confirmed again and again takes the money once', async () => {
      const ref = await open('visa');
      const answers = await Promise.all([1, 2, 3].map(() => kit.payments.confirmCharge({ ref, present: false })));
      assert.deepEqual(new Set(answers.map((charge) => charge.state.is)), new Set(['succeeded']));
      assert.deepEqual((await kit.payments.readCharge(ref)).state, { is: 'succeeded' });
      assert.equal(await kit.timesTaken(ref), 1);
      assert.ok((await kit.events()).some((event) => event.about === 'charge' && event.ref === ref));
    });

    for (const [card, reason] of [
      ['declined', 'card_declined'],
      ['insufficient_funds', 'insufficient_funds'],
      ['authentication', 'authentication_required'],
    ] as const) {
      test(`the card "${card}" is declined without the customer there, for good`, async () => {
        const { ref, state } = await confirmed(card);
        assert.deepEqual(state, { is: 'declined', reason });
        const again = await kit.payments.confirmCharge({ ref, present: true });
        assert.equal(again.state.is, 'declined');
        await kit.authenticate(ref, true);
        assert.equal((await kit.payments.cancelCharge(ref)).state.is, 'declined');
        assert.equal(await kit.timesTaken(ref), 0);
      });
    }

    test('a customer who is there proves who they are and is charged', async () => {
      const { ref, state } = await confirmed('authentication', true);
      assert.ok(state.is === 'needs customer' && state.clientSecret !== '');
      await kit.authenticate(ref, true);
      assert.deepEqual((await kit.payments.readCharge(ref)).state, { is: 'succeeded' });
      assert.equal(await kit.timesTaken(ref), 1);
    });

    test('a customer who cannot prove who they are is not charged, then or later', async () => {
      const { ref } = await confirmed('authentication', true);
      await kit.authenticate(ref, false);
      assert.deepEqual((await kit.payments.readCharge(ref)).state, { is: 'declined', reason: 'authentication_failed' });
      assert.equal((await kit.payments.confirmCharge({ ref, present: true })).state.is, 'declined');
      await kit.authenticate(ref, true);
      assert.equal(await kit.timesTaken(ref), 0);
    });

    test('a late answer comes', async () => {
      const good = await confirmed('late');
      const bad = await confirmed('late_decline');
      assert.deepEqual([good.state.is, bad.state.is], ['processing', 'processing']);
      await kit.settleLate();
      assert.deepEqual((await kit.payments.readCharge(good.ref)).state, { is: 'succeeded' });
      assert.deepEqual((await kit.payments.readCharge(bad.ref)).state, { is: 'declined', reason: 'card_declined' });
      assert.deepEqual([await kit.timesTaken(good.ref), await kit.timesTaken(bad.ref)], [1, 0]);
    });

    test('a cancelled charge is never taken, and one that was taken is not cancelled', async () => {
      const ref = await open('visa');
      assert.deepEqual((await kit.payments.cancelCharge(ref)).state, { is: 'declined', reason: 'canceled' });
      assert.equal((await kit.payments.confirmCharge({ ref, present: false })).state.is, 'declined');
      assert.equal(await kit.timesTaken(ref), 0);
      const taken = await confirmed('visa');
      assert.deepEqual((await kit.payments.cancelCharge(taken.ref)).state, { is: 'succeeded' });
    });

    test('a removed card is not charged any more, and removing it twice is no error', async () => {
      const { customerRef, cardRef } = await save('visa');
      await kit.payments.removeCard(cardRef);
      await kit.payments.removeCard(cardRef);
      const request = { key: 'pay_removed', customerRef, cardRef, amountMicros: AMOUNT, description: 'Credit' };
      await assert.rejects(kit.payments.openCharge(request), rejected);
    });

    test('a refund of one key is made once, and never more than was taken', async () => {
      const { ref } = await confirmed('visa');
      const first = await kit.payments.refund({ key: `${ref}:a`, chargeRef: ref, amountMicros: 20_000_000n });
      assert.equal(first.state, 'succeeded');
      assert.deepEqual(await kit.payments.refund({ key: `${ref}:a`, chargeRef: ref, amountMicros: 20_000_000n }), first);
      assert.deepEqual(await kit.payments.readRefund(first.ref), first);
      await assert.rejects(kit.payments.refund({ key: `${ref}:b`, chargeRef: ref, amountMicros: 8_750_000n }), rejected);
      assert.equal((await kit.payments.refund({ key: `${ref}:c`, chargeRef: ref, amountMicros: 8_740_000n })).state, 'succeeded');
    });

    test('a refund that somebody made at the provider is told apart from ours', async () => {
      const { ref: chargeRef } = await confirmed('visa');
      const ours = await kit.payments.refund({ key: `${chargeRef}:ours`, chargeRef, amountMicros: 1_000_000n });
      assert.deepEqual([ours.key, ours.chargeRef, ours.amountMicros], [`${chargeRef}:ours`, chargeRef, 1_000_000n]);
      await kit.events();
      await kit.refundOutside(chargeRef, 2_000_000n);
      const [news] = (await kit.events()).filter((event) => event.about === 'refund');
      const { ref: _ref, ...outside } = await kit.payments.readRefund(news?.ref ?? '');
      assert.deepEqual(outside, { state: 'succeeded', key: null, chargeRef, amountMicros: 2_000_000n });
    });

    test('a refund that the bank sends back has failed', async () => {
      const { ref } = await confirmed('refund_fails');
      const refund = await kit.payments.refund({ key: `${ref}:a`, chargeRef: ref, amountMicros: AMOUNT });
      assert.equal(refund.state, 'pending');
      await kit.settleLate();
      assert.equal((await kit.payments.readRefund(refund.ref)).state, 'failed');
    });

    test('a dispute takes the money until it is won', async () => {
      const { ref: chargeRef } = await confirmed('disputed');
      const ref = await kit.raiseDispute(chargeRef);
      assert.deepEqual(await kit.payments.readDispute(ref), { ref, chargeRef, amountMicros: AMOUNT, withdrawn: true });
      await kit.winDispute(ref);
      assert.equal((await kit.payments.readDispute(ref)).withdrawn, false);
      assert.ok((await kit.events()).some((event) => event.about === 'dispute' && event.ref === ref));
    });
  });
}

export function rejected(error: unknown): boolean {
  return error instanceof PaymentsError && error.paymentsCause === 'rejected';
}

export function unreachable(error: unknown): boolean {
  return error instanceof PaymentsError && error.paymentsCause === 'unreachable';
}
