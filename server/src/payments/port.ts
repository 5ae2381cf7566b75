import type { DeclineReason, SandboxCard } from '@boreal/contract/payments.ts';
import type { Micros } from '@boreal/contract/money.ts';

/**
 * Whoever moves real money for us. Amounts are micro-CAD in whole cents. Every call may be repeated with the same key or
 * reference and moves money once, whoever was cut off before; a call that throws PaymentsError `unreachable` may or may
 * not have been done. Nothing here is called inside a database transaction.
 */
export interface Payments {
  readonly name: ProviderName;
  /** What the browser needs to save a card with the provider; null where no browser is involved. */
  readonly publishableKey: string | null;

  /** What stands for browser and bank where there are none; null at a provider of real money. */
  readonly sandbox: SandboxControls | null;

  /** The provider's customer of an account. */
  ensureCustomer(input: { accountId: string; name: string }): Promise<string>;

  /** Begins to save a card. Its number goes from the browser to the provider and is never seen here. */
  beginCardSetup(input: { key: string; customerRef: string }): Promise<CardSetup>;
  readCardSetup(setupRef: string): Promise<CardSetup>;
  /** Forgets a saved card; one that is not known any more is a success. */
  removeCard(cardRef: string): Promise<void>;

  /** Prepares a charge. It moves no money, so that preparing it twice costs nobody anything. */
  openCharge(input: ChargeRequest): Promise<Charge>;
  /** Takes the money of an open charge, at most once. `present`: the customer is there and could prove who they are. */
  confirmCharge(input: { ref: string; present: boolean; attempt?: number }): Promise<Charge>;
  readCharge(ref: string): Promise<Charge>;
  /** Closes a charge that has not succeeded; the answer says what it has become, which may be `succeeded`. */
  cancelCharge(ref: string): Promise<Charge>;

  /** Gives money of a charge back to its card. */
  refund(input: { key: string; chargeRef: string; amountMicros: Micros }): Promise<Refund>;
  readRefund(ref: string): Promise<Refund>;
  readDispute(ref: string): Promise<Dispute>;

  /**
   * Reads a message that claims to be of the provider; null for one that is of no concern.
   * @throws WebhookRefused its signature is not the provider's
   */
  readWebhook(input: { body: string; signature: string }): ProviderEvent | null;
  /** Sends the news that are due, where no webhooks are: one that its receiver could not take is sent again the next time. */
  sendEvents(receive: (event: ProviderEvent) => Promise<void>): Promise<void>;
}

export interface SandboxControls {
  /** What the browser does at a real provider: enters a card for a setup. */
  enterCard(setupRef: string, card: SandboxCard): Promise<void>;
  /** The customer proves who they are for a charge that asked for it, or fails to. */
  authenticate(chargeRef: string, proven: boolean): Promise<void>;
}

export type ProviderName = 'sandbox' | 'stripe';

export interface ChargeRequest {
  /** Names the charge at the provider; the id of our payment. */
  readonly key: string;
  readonly customerRef: string;
  readonly cardRef: string;
  readonly amountMicros: Micros;
  readonly description: string;
  /**
   * Counts the tries that nobody answered; 0 when left out. Within one, a repeated call is the same call. A provider may
   * keep an answer of its own trouble and give it again for as long as the call stays the same: another try is another call.
   */
  readonly attempt?: number;
}

export interface Charge {
  readonly ref: string;
  readonly state: ChargeState;
}

/** `succeeded` and `declined` are final: a charge that was declined never succeeds later. */
export type ChargeState =
  | { readonly is: 'open' }
  | { readonly is: 'processing' }
  /** The customer must prove who they are, in the browser with this secret. */
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

/** What may be known of a card: enough to recognise it, not to use it. */
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
  /** By which we asked for it; null for one that somebody made at the provider, past us. */
  readonly key: string | null;
  readonly chargeRef: string;
  readonly amountMicros: Micros;
}

/** A cardholder's bank has taken a charge back. */
export interface Dispute {
  readonly ref: string;
  readonly chargeRef: string;
  readonly amountMicros: Micros;
  /** Whether the money is gone now: taken at the beginning, given back when the dispute is won. */
  readonly withdrawn: boolean;
}

/** Something has changed at the provider. It says where to look, not what is true: what it names is read again. */
export interface ProviderEvent {
  readonly id: string;
  readonly about: 'charge' | 'card setup' | 'refund' | 'dispute';
  readonly ref: string;
}

/** `unreachable`: try again, it may have been done. `rejected`: the provider never will, and nothing has moved. */
export type PaymentsCause = 'unreachable' | 'rejected';

export class PaymentsError extends Error {
  readonly paymentsCause: PaymentsCause;

  constructor(paymentsCause: PaymentsCause, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentsError';
    this.paymentsCause = paymentsCause;
  }
}

/** Somebody who is not the provider, or an old message sent again. */
export class WebhookRefused extends Error {
  constructor(options?: ErrorOptions) {
    super('the message does not carry a valid signature of the payment provider', options);
    this.name = 'WebhookRefused';
  }
}

const MICROS_PER_CENT = 10_000n;

/** An amount as the cents that providers count in. Throws on a part of a cent. */
export function toCents(micros: Micros): number {
  if (micros % MICROS_PER_CENT !== 0n) throw new RangeError(`${micros} micro-CAD is not a whole number of cents`);
  return Number(micros / MICROS_PER_CENT);
}

export function fromCents(cents: number): Micros {
  return BigInt(cents) * MICROS_PER_CENT;
}
