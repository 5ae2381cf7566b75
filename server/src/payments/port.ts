import type { DeclineReason, SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { Micros } from '@boreal/contract/values/money.ts';

/**
 * A payment provider. Amounts are micro-CAD in whole cents. Every call may be repeated with the same key or reference and moves
 * money once, whichever process was interrupted before; a call that throws PaymentsError `unreachable` may or may not have been
 * done. Nothing here is called inside a database transaction.
 */
export interface Payments {
  readonly name: ProviderName;
  /** What the browser needs to save a card with the provider; null where no browser is involved. */
  readonly publishableKey: string | null;

  /** Replaces browser and bank where there are none; null for a provider of real money. */
  readonly sandbox: SandboxControls | null;

  /** The provider's customer for an account; `instead`: of the one that it had, and that the provider does not know any more. */
  ensureCustomer(input: { accountId: string; name: string; instead?: string | undefined }): Promise<string>;

  /** Begins to save a card. Its number goes from the browser to the provider and is never seen here. @throws CustomerUnknown */
  beginCardSetup(input: { key: string; customerRef: string }): Promise<CardSetup>;
  readCardSetup(setupRef: string): Promise<CardSetup>;
  /** Forgets a saved card; an unknown one is a success. */
  removeCard(cardRef: string): Promise<void>;

  /** Prepares a charge. It moves no money, so preparing it twice costs nobody anything. */
  openCharge(input: ChargeRequest): Promise<Charge>;
  /** Takes the money of an open charge, at most once. `present`: the customer is at the browser and can authenticate. */
  confirmCharge(input: { ref: string; present: boolean; attempt?: number }): Promise<Charge>;
  readCharge(ref: string): Promise<Charge>;
  /** Closes a charge that has not succeeded; returns its state, which may be `succeeded`. */
  cancelCharge(ref: string): Promise<Charge>;

  /** Refunds money of a charge to its card. */
  refund(input: { key: string; chargeRef: string; amountMicros: Micros }): Promise<Refund>;
  readRefund(ref: string): Promise<Refund>;
  readDispute(ref: string): Promise<Dispute>;

  /**
   * Reads a message that claims to be from the provider; null for one that does not concern us.
   * @throws WebhookRefused its signature is not the provider's
   */
  readWebhook(input: { body: string; signature: string }): ProviderEvent | null;
  /** Sends due events, where there are no webhooks: one that its receiver could not take is sent again next time. */
  sendEvents(receive: (event: ProviderEvent) => Promise<void>): Promise<void>;
}

export interface SandboxControls {
  /** What the browser does at a real provider: enters a card for a setup. */
  enterCard(setupRef: string, card: SandboxCard): Promise<void>;
  /** The customer authenticates for a charge that required it, or fails to. */
  authenticate(chargeRef: string, proven: boolean): Promise<void>;
}

export type ProviderName = 'sandbox' | 'stripe';

/** The one that only pretends: what it has charged or refunded, nobody has paid or got. */
export const PRETENDS = 'sandbox' satisfies ProviderName;

export interface ChargeRequest {
  /** Names the charge at the provider; the id of our payment. */
  readonly key: string;
  readonly customerRef: string;
  readonly cardRef: string;
  readonly amountMicros: Micros;
  readonly description: string;
  /**
   * Counts the attempts that nobody answered; default 0. Within one, a repeated call is the same call. A provider may store an
   * answer about its own trouble and repeat it for as long as the call stays the same: another attempt is another call.
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

/** What may be known about a card: enough to recognise it, not to use it. */
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
  /** The key with which we requested it; null for one made at the provider, bypassing us. */
  readonly key: string | null;
  readonly chargeRef: string;
  readonly amountMicros: Micros;
}

/** A cardholder's bank has taken a charge back. */
export interface Dispute {
  readonly ref: string;
  readonly chargeRef: string;
  readonly amountMicros: Micros;
  /** Whether the money is gone now: taken at the beginning, returned when the dispute is won. */
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

/** The provider does not know the customer: somebody has deleted it there, or it is of its test mode, or of another account there. */
export class CustomerUnknown extends PaymentsError {
  constructor(options?: ErrorOptions) {
    super('rejected', 'the provider does not know the customer', options);
    this.name = 'CustomerUnknown';
  }
}

/** From somebody other than the provider, or an old message sent again. */
export class WebhookRefused extends Error {
  constructor(options?: ErrorOptions) {
    super('the message does not carry a valid signature of the payment provider', options);
    this.name = 'WebhookRefused';
  }
}

const MICROS_PER_CENT = 10_000n;

/** An amount as the cents that providers count in. Throws on a fraction of a cent. */
export function toCents(micros: Micros): number {
  if (micros % MICROS_PER_CENT !== 0n) throw new RangeError(`${micros} micro-CAD is not a whole number of cents`);
  return Number(micros / MICROS_PER_CENT);
}

export function fromCents(cents: number): Micros {
  return BigInt(cents) * MICROS_PER_CENT;
}
