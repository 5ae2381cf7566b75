import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { fromCents, PaymentsError, toCents, WebhookRefused, type Charge, type Payments, type Refund } from '../port.ts';
import { API_VERSION } from './api-version.ts';
import { afterFailure, toCharge } from './charge-state.rules.ts';
import { idOf, toPaymentsError } from './stripe-errors.ts';
import { beginCardSetup, readCardSetup, removeCard } from './stripe-cards.ts';
import { concernOf } from './stripe-events.rules.ts';

/** For one call to Stripe, real time. The SDK retries after a broken connection, with the same idempotency key. */
const CALL_TIMEOUT_MS = 20_000;
const NETWORK_RETRIES = 1;

/** The metadata field of Boreal's refunds at Stripe: the key of the request. */
const REFUND_MARK = 'boreal_refund';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** A server other than Stripe's own, for tests. */
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

  /** Makes a decline final before it is reported: cancels the intent, so that nothing can confirm it any more. */
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
      // A succeeded or cancelled intent cannot be cancelled: its state tells which it is.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      return toCharge(await stripe.paymentIntents.retrieve(ref));
    }
  }
  async function confirm({ ref, present, attempt = 0 }: { ref: string; present: boolean; attempt?: number | undefined }): Promise<Charge> {
    try {
      // Even a different key cannot charge an intent twice: a succeeded one cannot be confirmed again.
      const once = { idempotencyKey: `${ref}:confirm:${present ? 'present' : 'off-session'}:${attempt}` };
      // If the customer is present, Stripe's own script answers the bank's challenge in the browser.
      const how = present ? { use_stripe_sdk: true } : { off_session: true };
      const intent = await stripe.paymentIntents.confirm(ref, how, once);
      // A repeated call returns what was true at the first one.
      return await closed(intent.status === 'succeeded' ? intent : await stripe.paymentIntents.retrieve(ref));
    } catch (error) {
      // A card error, or an intent already confirmed: the outcome is in the intent.
      if (!afterFailure(error)) throw error;
      const intent = await stripe.paymentIntents.retrieve(ref);
      const charge = await closed(intent);
      if (charge.state.is !== 'open') return charge;
      // The refusal had another cause than the card, and would recur.
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
          // For a day Stripe refuses other parameters under the same key, so a renamed customer needs another key; so does one created
          // anew, or the answer would be the customer that is gone.
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
        // One entry for the withdrawal, another for the return.
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

/** Enough of a text's hash to distinguish it from another, in a key that Stripe's staff may read. */
function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function toRefund({ id, status, metadata, payment_intent, amount }: Stripe.Refund): Refund {
  const state = status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
  return { ref: id, state, key: metadata?.[REFUND_MARK] ?? null, chargeRef: idOf(payment_intent) ?? '', amountMicros: fromCents(amount) };
}
