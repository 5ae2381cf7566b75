import Stripe from 'stripe';
import { CustomerUnknown, PaymentsError } from '../port.ts';

/**
 * Stripe's error in the port's terms. What Stripe understood and refused will be refused again; anything else may or may not have taken
 * effect. A wrong API key is `unreachable`, too: a charge must not fail because the operator has mistyped it.
 */
export function toPaymentsError(error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error;
  if (isOfNoCustomer(error)) return new CustomerUnknown({ cause: error });
  const refused = error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
  const about = error instanceof Stripe.errors.StripeError ? `${error.type} ${error.code ?? ''}`.trim() : 'no answer';
  return new PaymentsError(refused ? 'rejected' : 'unreachable', `Stripe: ${about}`, { cause: error });
}

function isOfNoCustomer(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing' && error.param === 'customer';
}

/** The id, whether Stripe returned just the id or the whole object. */
export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' || reference === null ? reference : reference.id;
}
