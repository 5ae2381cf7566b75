import type Stripe from 'stripe';
import { z } from 'zod';
import type { ProviderEvent } from '../port.ts';
import { idOf } from './stripe-errors.ts';

const Id = z.string().regex(/^\w{1,255}$/);
/** The parts of an event that Boreal reads. Stripe adds kinds of events, and a signature proves who sent something, not what it is. */
const Named = z.object({ id: Id, type: z.string(), data: z.object({ object: z.object({ id: Id }) }) });

/** What a Stripe event concerns; null if it does not concern Boreal. Only ids are taken from it. */
export function concernOf(event: Stripe.Event): ProviderEvent | null {
  if (!Named.safeParse(event).success) return null;
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
      return { id: event.id, about: 'charge', ref: event.data.object.id };
    case 'setup_intent.succeeded':
    case 'setup_intent.setup_failed':
    case 'setup_intent.canceled':
      return { id: event.id, about: 'card setup', ref: event.data.object.id };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { id: event.id, about: 'refund', ref: event.data.object.id };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return idOf(event.data.object.payment_intent ?? null) === null ? null : { id: event.id, about: 'dispute', ref: event.data.object.id };
    default:
      return null;
  }
}
