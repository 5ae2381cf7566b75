import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { fromCents, PaymentsError, toCents, WebhookRefused, type Charge, type Payments, type Refund } from '../port.ts';
import { API_VERSION } from './api-version.ts';
import { afterFailure, toCharge } from './charge-state.rules.ts';
import { idOf, toPaymentsError } from './stripe-errors.ts';
import { beginCardSetup, readCardSetup, removeCard } from './stripe-cards.ts';
import { concernOf } from './stripe-events.rules.ts';

/** One call to Stripe, real time. Its SDK repeats what a broken connection interrupted, with the same idempotency key. */
const CALL_TIMEOUT_MS = 20_000;
const NETWORK_RETRIES = 1;

/** The metadata of our refunds at Stripe: the key with which we requested them. */
const REFUND_MARK = 'boreal_refund';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Another place than Stripe's own, for tests. */
  readonly server?: { readonly host: string; readonly port: number };
}

/** Stripe, through its official SDK: customers, cards saved by SetupIntents, PaymentIntents, refunds, signed webhooks. */
export function createStripePayments(options: StripeOptions): Payments {
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    ...(options.server && { host: options.server.host, port: options.server.port, protocol: 'http' }),
  });
  const call = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw toPaymentsError(error);
    });

  /** A decline is made final before it is reported: the intent is cancelled, so that nothing can confirm it any more. */
  async function closed(intent: Stripe.PaymentIntent): Promise<Charge> {
    const charge = toCharge(intent);
    if (charge.state.is !== 'declined' || intent.status === 'canceled') return charge;
    const after = await cancel(intent.id);
    return after.state.is === 'declined' ? charge : after;
  }
  async function cancel(ref: string): Promise<Charge> {
    try {
      return toCharge(await stripe.paymentIntents.cancel(ref));
    } catch (error) {
      // One that has succeeded, or is already cancelled, cannot be cancelled: its state says the rest.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      return toCharge(await stripe.paymentIntents.retrieve(ref));
    }
  }
  async function confirm({ ref, present, attempt = 0 }: { ref: string; present: boolean; attempt?: number | undefined }): Promise<Charge> {
    try {
      // Another key cannot charge an intent twice: one that has succeeded refuses to be confirmed.
      const once = { idempotencyKey: `${ref}:confirm:${present ? 'present' : 'off-session'}:${attempt}` };
      // If the customer is present, Stripe's own script answers the bank's challenge in the browser.
      const how = present ? { use_stripe_sdk: true } : { off_session: true };
      const intent = await stripe.paymentIntents.confirm(ref, how, once);
      // A repeated call returns what was true at the first one.
      return await closed(intent.status === 'succeeded' ? intent : await stripe.paymentIntents.retrieve(ref));
    } catch (error) {
      // A card error, or an intent that was confirmed before: the answer is in the intent.
      if (!afterFailure(error)) throw error;
      const intent = await stripe.paymentIntents.retrieve(ref);
      const charge = await closed(intent);
      if (charge.state.is !== 'open') return charge;
      // It was refused for another reason than the card's money, and would be again.
      const after = await cancel(ref);
      return after.state.is === 'declined' ? { ref, state: { is: 'declined', reason: 'card_unusable' } } : after;
    }
  }

  return {
    name: 'stripe',
    publishableKey: options.publishableKey,
    sandbox: null,

    ensureCustomer: ({ accountId, name, instead }) =>
      call(async () => {
        const customer = await stripe.customers.create(
          { name, metadata: { boreal_account: accountId } },
          // A renamed customer is another call to Stripe, which for a day refuses other parameters under one key; and so is one made anew,
          // or the answer would be the one that is gone.
          { idempotencyKey: ['customer', accountId, shortHash(name), ...(instead === undefined ? [] : [instead])].join(':') },
        );
        return customer.id;
      }),
    beginCardSetup: (input) => call(() => beginCardSetup(stripe, input)),
    readCardSetup: (ref) => call(() => readCardSetup(stripe, ref)),
    removeCard: (ref) => call(() => removeCard(stripe, ref)),

    openCharge: ({ key, customerRef, cardRef, amountMicros, description, attempt = 0 }) =>
      call(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: toCents(amountMicros),
            currency: 'cad',
            customer: customerRef,
            payment_method: cardRef,
            allowed_payment_method_types: ['card'],
            description,
            metadata: { boreal_payment: key },
          },
          { idempotencyKey: `${key}:open:${attempt}` },
        );
        return toCharge(intent);
      }),
    confirmCharge: (input) => call(() => confirm(input)),
    readCharge: (ref) => call(async () => closed(await stripe.paymentIntents.retrieve(ref))),
    cancelCharge: (ref) => call(() => cancel(ref)),

    refund: ({ key, chargeRef, amountMicros }) =>
      call(async () => {
        // Stripe forgets idempotency keys after a day, but not the refund's own metadata.
        const earlier = await stripe.refunds.list({ payment_intent: chargeRef, limit: 100 });
        const same = earlier.data.find((refund) => refund.metadata?.[REFUND_MARK] === key);
        if (same) return toRefund(same);
        const params = { payment_intent: chargeRef, amount: toCents(amountMicros), metadata: { [REFUND_MARK]: key } };
        return toRefund(await stripe.refunds.create(params, { idempotencyKey: key }));
      }),
    readRefund: (ref) => call(async () => toRefund(await stripe.refunds.retrieve(ref))),
    readDispute: (ref) =>
      call(async () => {
        const dispute = await stripe.disputes.retrieve(ref);
        const chargeRef = idOf(dispute.payment_intent);
        if (chargeRef === null) throw new PaymentsError('rejected', 'the dispute is not of a charge of ours');
        // One entry when the money was taken, another when it was given back.
        const netCents = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
        return { ref: dispute.id, chargeRef, amountMicros: fromCents(dispute.amount), withdrawn: netCents < 0 };
      }),

    readWebhook({ body, signature }) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, options.webhookSecret);
      } catch (error) {
        throw new WebhookRefused({ cause: error });
      }
      return concernOf(event);
    },
    sendEvents: async () => undefined,
  };
}

/** Enough of a text to distinguish it from another, in a key that Stripe's people may read. */
function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function toRefund({ id, status, metadata, payment_intent, amount }: Stripe.Refund): Refund {
  const state = status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
  return { ref: id, state, key: metadata?.[REFUND_MARK] ?? null, chargeRef: idOf(payment_intent) ?? '', amountMicros: fromCents(amount) };
}
