import Stripe from 'stripe';
import type { CardSetup } from '../port.ts';
import { idOf } from './stripe-errors.ts';

/** A SetupIntent: Stripe's own elements save its card in the browser, for charges when the customer is absent. */
export async function beginCardSetup(stripe: Stripe, { key, customerRef }: { key: string; customerRef: string }): Promise<CardSetup> {
  const intent = await stripe.setupIntents.create(
    { customer: customerRef, allowed_payment_method_types: ['card'], usage: 'off_session', metadata: { boreal_card: key } },
    // A different key for another customer: the parameters differ.
    { idempotencyKey: `${key}:setup:${customerRef}` },
  );
  return toSetup(stripe, intent);
}

export async function readCardSetup(stripe: Stripe, setupRef: string): Promise<CardSetup> {
  return toSetup(stripe, await stripe.setupIntents.retrieve(setupRef));
}

/** A card that is unknown, or no longer attached to a customer, is already deleted. */
export async function removeCard(stripe: Stripe, cardRef: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(cardRef);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

async function toSetup(stripe: Stripe, intent: Stripe.SetupIntent): Promise<CardSetup> {
  const { id: ref, status } = intent;
  const cardRef = idOf(intent.payment_method);
  if (status === 'canceled') return { ref, state: { is: 'failed', reason: 'canceled' } };
  if (status !== 'succeeded' || cardRef === null) {
    // A failed setup stays open: the customer tries again, or enters another card, in the same form.
    return { ref, state: { is: 'open', clientSecret: intent.client_secret ?? '' } };
  }
  const { card } = await stripe.paymentMethods.retrieve(cardRef);
  if (!card) return { ref, state: { is: 'failed', reason: 'card_unusable' } };
  return {
    ref,
    state: { is: 'saved', card: { ref: cardRef, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } },
  };
}
