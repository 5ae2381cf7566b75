import type { DeclineReason, SandboxCard } from '@boreal/contract/billing/payments.ts';

/** How a test card behaves. */
export interface CardBehaviour {
  readonly last4: string;
  readonly brand: string;
  /** The outcome of a charge. */
  readonly answer: { readonly is: 'succeeded' } | { readonly is: 'declined'; readonly reason: DeclineReason };
  /** Minutes of product time until the outcome; meanwhile it is being processed. */
  readonly lateMinutes?: number;
  /** The cardholder must authenticate; if they are not present, the charge is declined. */
  readonly asksCustomer?: true;
  /** How often its events are sent; default once. */
  readonly deliveries?: number;
  /** The cardholder's bank takes the money back after this many hours. */
  readonly disputedAfterHours?: number;
  readonly refundsFail?: true;
}

const succeeds = { is: 'succeeded' } as const;

export const testCards = {
  visa: { brand: 'visa', last4: '4242', answer: succeeds },
  mastercard: { brand: 'mastercard', last4: '4444', answer: succeeds },
  declined: { brand: 'visa', last4: '0002', answer: { is: 'declined', reason: 'card_declined' } },
  insufficient_funds: { brand: 'visa', last4: '9995', answer: { is: 'declined', reason: 'insufficient_funds' } },
  authentication: { brand: 'visa', last4: '3155', answer: succeeds, asksCustomer: true },
  late: { brand: 'visa', last4: '0077', answer: succeeds, lateMinutes: 2 },
  late_decline: { brand: 'visa', last4: '0341', answer: { is: 'declined', reason: 'card_declined' }, lateMinutes: 2 },
  twice: { brand: 'visa', last4: '2222', answer: succeeds, deliveries: 2 },
  disputed: { brand: 'visa', last4: '0259', answer: succeeds, disputedAfterHours: 24 },
  refund_fails: { brand: 'visa', last4: '5126', answer: succeeds, refundsFail: true },
} as const satisfies Record<SandboxCard, CardBehaviour>;

/** The last year in which every test card can be used. */
export const TEST_CARD_EXPIRY = { expMonth: 12, expYear: 2099 } as const;
