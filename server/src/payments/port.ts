import type { DeclineReason, SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { Micros } from '@boreal/contract/values/money.ts';

/**
 * A payment provider. Amounts are micro-CAD in whole cents. Every call may be repeated with the same key or reference and moves money once,
 * whichever process was interrupted before; after a PaymentsError `unreachable` the call may or may not have taken effect. Nothing here is
 * called inside a database transaction.
 */
export interface Payments {
  readonly name: ProviderName;
  /** What the browser needs to save a card with the provider; null if no browser is involved. */
  readonly publishableKey: string | null;

  /** Stands in for the browser and the bank in the sandbox; null for a provider of real money. */
  readonly sandbox: SandboxControls | null;

  /** The provider's customer for an account; `instead`: replaces the previous one, which the provider no longer knows. */
  ensureCustomer(input: { accountId: string; name: string; instead?: string | undefined }): Promise<string>;

  /** Begins saving a card. The browser sends its number to the provider; Boreal never sees it. @throws CustomerUnknown */
  beginCardSetup(input: { key: string; customerRef: string }): Promise<CardSetup>;
  readCardSetup(setupRef: string): Promise<CardSetup>;
  /** Deletes a saved card; an unknown one counts as deleted. */
  removeCard(cardRef: string): Promise<void>;

  /** Prepares a charge. It moves no money, so a duplicate costs nothing. */
  openCharge(input: ChargeRequest): Promise<Charge>;
  /** Charges the money of an open charge, at most once. `present`: the customer is at the browser and can authenticate. */
  confirmCharge(input: { ref: string; present: boolean; attempt?: number }): Promise<Charge>;
  readCharge(ref: string): Promise<Charge>;
  /** Closes a charge that has not succeeded; returns its state, which may be `succeeded`. */
  cancelCharge(ref: string): Promise<Charge>;

  /** Refunds part or all of a charge to its card. */
  refund(input: { key: string; chargeRef: string; amountMicros: Micros }): Promise<Refund>;
  readRefund(ref: string): Promise<Refund>;
  readDispute(ref: string): Promise<Dispute>;

  /**
   * Parses a message that claims to be from the provider; null if it does not concern Boreal.
   * @throws WebhookRefused its signature is not the provider's
   */
  readWebhook(input: { body: string; signature: string }): ProviderEvent | null;
  /** Delivers due events, for providers without webhooks: one that its receiver failed to handle is sent again next time. */
  sendEvents(receive: (event: ProviderEvent) => Promise<void>): Promise<void>;
}

export interface SandboxControls {
  /** Does what the browser does at a real provider: enters a card for a setup. */
  enterCard(setupRef: string, card: SandboxCard): Promise<void>;
  /** The customer authenticates for a charge that requires it, or fails to. */
  authenticate(chargeRef: string, proven: boolean): Promise<void>;
}

export type ProviderName = 'sandbox' | 'stripe';

/** The provider that only pretends: its charges and refunds move no real money. */
export const PRETENDS = 'sandbox' satisfies ProviderName;

export interface ChargeRequest {
  /** Identifies the charge at the provider; it is the id of Boreal's payment. */
  readonly key: string;
  readonly customerRef: string;
  readonly cardRef: string;
  readonly amountMicros: Micros;
  readonly description: string;
  /**
   * Counts the attempts that nobody answered; default 0. Within one attempt, a repeated call is the same call. A provider may store an
   * answer about its own trouble and replay it for as long as the call stays the same; a new attempt is a different call.
   */
  readonly attempt?: number;
}

export interface Charge {
  readonly ref: string;
  readonly state: ChargeState;
}

/** `succeeded` and `declined` are final: a declined charge never succeeds later. */
export type ChargeState =
  | { readonly is: 'open' }
  | { readonly is: 'processing' }
  /** The customer must authenticate, in the browser with this secret. */
  | { readonly is: 'needs customer'; readonly clientSecret: string }
  | { readonly is: 'succeeded' }
  | { readonly is: 'declined'; readonly reason: DeclineReason };

export interface CardSetup {
  readonly ref: string;
  readonly state:
    | { readonly is: 'open'; readonly clientSecret: string }
    | { readonly is: 'saved'; readonly card: SavedCard }
    | { readonly is: 'failed'; readonly reason: DeclineReason };
}

/** What Boreal may know about a card: enough to recognise it, not to use it. */
export interface SavedCard {
  readonly ref: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface Refund {
  readonly ref: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** The key of Boreal's request; null for a refund made at the provider, bypassing Boreal. */
  readonly key: string | null;
  readonly chargeRef: string;
  readonly amountMicros: Micros;
}

/** A charge that the cardholder's bank disputes. */
export interface Dispute {
  readonly ref: string;
  readonly chargeRef: string;
  readonly amountMicros: Micros;
  /** Whether the money is gone now: withdrawn when the dispute opens, returned when it is won. */
  readonly withdrawn: boolean;
}

/** A change at the provider. It says where to look, not what is true: what it names is read again. */
export interface ProviderEvent {
  readonly id: string;
  readonly about: 'charge' | 'card setup' | 'refund' | 'dispute';
  readonly ref: string;
}

/** `unreachable`: try again; it may have taken effect. `rejected`: the provider will never do it, and no money has moved. */
export type PaymentsCause = 'unreachable' | 'rejected';

export class PaymentsError extends Error {
  readonly paymentsCause: PaymentsCause;

  constructor(paymentsCause: PaymentsCause, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentsError';
    this.paymentsCause = paymentsCause;
  }
}

/** The provider does not know the customer: it was deleted there, or belongs to test mode or to another account at the provider. */
export class CustomerUnknown extends PaymentsError {
  constructor(options?: ErrorOptions) {
    super('rejected', 'the provider does not know the customer', options);
    this.name = 'CustomerUnknown';
  }
}

/** A message from someone other than the provider, or a replayed old one. */
export class WebhookRefused extends Error {
  constructor(options?: ErrorOptions) {
    super('the message does not carry a valid signature of the payment provider', options);
    this.name = 'WebhookRefused';
  }
}

const MICROS_PER_CENT = 10_000n;

/** An amount in cents, the provider's unit. Throws on a fraction of a cent. */
export function toCents(micros: Micros): number {
  if (micros % MICROS_PER_CENT !== 0n) throw new RangeError(`${micros} micro-CAD is not a whole number of cents`);
  return Number(micros / MICROS_PER_CENT);
}

export function fromCents(cents: number): Micros {
  return BigInt(cents) * MICROS_PER_CENT;
}
