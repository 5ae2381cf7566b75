import type { DeclineReason } from '@boreal/contract/billing/payments.ts';
import Stripe from 'stripe';
import type { Charge, ChargeState } from '../port.ts';

/** A PaymentIntent in the port's terms. */
export function toCharge(intent: Stripe.PaymentIntent): Charge {
  return { ref: intent.id, state: stateOf(intent) };
}

function stateOf(intent: Stripe.PaymentIntent): ChargeState {
  switch (intent.status) {
    case 'succeeded':
      return { is: 'succeeded' };
    case 'processing':
    case 'requires_capture':
      return { is: 'processing' };
    case 'requires_action':
      return { is: 'needs customer', clientSecret: intent.client_secret ?? '' };
    case 'canceled':
      return { is: 'declined', reason: intent.last_payment_error ? declineReason(intent.last_payment_error) : 'canceled' };
    default:
      // A failed intent waits for another card; Boreal never sends one.
      return intent.last_payment_error ? { is: 'declined', reason: declineReason(intent.last_payment_error) } : { is: 'open' };
  }
}

/** Reduces Stripe's many codes to the few that tell a customer what to do. */
export function declineReason(error: { code?: string | null | undefined; decline_code?: string | null | undefined }): DeclineReason {
  for (const code of [error.decline_code, error.code]) {
    const reason = code == null ? undefined : reasons.get(code);
    if (reason !== undefined) return reason;
  }
  return 'card_declined';
}

const reasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['insufficient_funds', 'insufficient_funds'],
  ['withdrawal_count_limit_exceeded', 'insufficient_funds'],
  ['expired_card', 'expired_card'],
  ['authentication_required', 'authentication_required'],
  ['payment_intent_authentication_failure', 'authentication_failed'],
  ['setup_intent_authentication_failure', 'authentication_failed'],
  ['processing_error', 'processing_error'],
  ['try_again_later', 'processing_error'],
  ['card_not_supported', 'card_unusable'],
  ['currency_not_supported', 'card_unusable'],
  ['lost_card', 'card_unusable'],
  ['stolen_card', 'card_unusable'],
  ['pickup_card', 'card_unusable'],
]);

/** Whether the intent's own state fully explains a failed confirmation. */
export function afterFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
}
