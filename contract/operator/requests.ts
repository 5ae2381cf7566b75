import { z } from 'zod';
import { AccountBudget } from '../billing/budgets.ts';
import { DatedPrice } from './operator.ts';
import { OperatorDeed } from './deeds.ts';
import { RefundBegun } from './oversight.ts';

/** How long a request waits for another operator, in hours: over a weekend, and no longer. */
export const REQUEST_HOURS = 72;

/** The most that one operator may have waiting: more is no work for a colleague, but a flood. */
export const REQUESTS_WAITING_MAX = 20;

export const OperatorRequestStatus = z.enum(['waiting', 'approved', 'declined', 'expired']);
export type OperatorRequestStatus = z.infer<typeof OperatorRequestStatus>;

/** What one operator asked for, and another decides. */
export const OperatorRequest = z.object({
  id: z.string(),
  status: OperatorRequestStatus,
  deed: OperatorDeed,
  /** Whose account it concerns; null for list prices. */
  accountName: z.string().nullable(),
  /** Null: by the operator's command. */
  askedBy: z.string().nullable(),
  askedByName: z.string().nullable(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  decidedByName: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type OperatorRequest = z.infer<typeof OperatorRequest>;

export const RequestDecision = z.strictObject({ decision: z.enum(['approved', 'declined']) });

/** What the caller may do without another operator, and how many others could approve the rest. */
export const OperatorLimits = z.object({
  /** CAD that one operator moves alone in 24 hours; null: any amount. */
  alone: z.number().nullable(),
  /** CAD of that which is left to the caller now. */
  left: z.number().nullable(),
  /** How far one operator changes a price alone in 24 hours, in percent; null: as far as they like. */
  pricePercent: z.number().nullable(),
  /** Requests that the caller can decide. */
  waiting: z.int(),
  /** Operators besides the caller whose role includes the permission. */
  others: z.object({ 'payments.write': z.int(), 'prices.write': z.int(), 'customers.write': z.int() }),
});
export type OperatorLimits = z.infer<typeof OperatorLimits>;

/** What was done, or the request that another operator decides: one of the two is null. */
const asked = { requestId: z.string().nullable() };
export const PriceAnswer = z.object({ ...asked, price: DatedPrice.nullable() });
export const RefundAnswer = z.object({ ...asked, refund: RefundBegun.nullable() });
export const BudgetAnswer = z.object({ ...asked, budget: AccountBudget });
