import { z } from 'zod';
import { AccountBudget } from '../billing/budgets.ts';
import { DatedPrice } from './operator.ts';
import { OperatorDeed } from './deeds.ts';
import { RefundBegun } from './oversight.ts';

/** How many hours a request waits for another operator: over a weekend, but no longer. */
export const REQUEST_HOURS = 72;

/** The most requests that one operator may have waiting: more would flood their colleagues. */
export const REQUESTS_WAITING_MAX = 20;

export const OperatorRequestStatus = z.enum(['waiting', 'approved', 'declined', 'expired']);
export type OperatorRequestStatus = z.infer<typeof OperatorRequestStatus>;

/** What one operator requested and another decides. */
export const OperatorRequest = z.object({
  id: z.string(),
  status: OperatorRequestStatus,
  deed: OperatorDeed,
  /** The account it concerns; null for list prices. */
  accountName: z.string().nullable(),
  /** Null: requested by the operator's command. */
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
  /** CAD that one operator may move alone in 24 hours; null: any amount. */
  alone: z.number().nullable(),
  /** How much of it, in CAD, the caller has left. */
  left: z.number().nullable(),
  /** By how many percent one operator may change a price alone in 24 hours; null: no limit. */
  pricePercent: z.number().nullable(),
  /** Requests that the caller can decide. */
  waiting: z.int(),
  /** The other operators whose role includes the permission. */
  others: z.object({ 'payments.write': z.int(), 'prices.write': z.int(), 'customers.write': z.int() }),
});
export type OperatorLimits = z.infer<typeof OperatorLimits>;

/** What was done, or the request that another operator must decide: one of the two is null. */
const asked = { requestId: z.string().nullable() };
export const PriceAnswer = z.object({ ...asked, price: DatedPrice.nullable() });
export const RefundAnswer = z.object({ ...asked, refund: RefundBegun.nullable() });
export const BudgetAnswer = z.object({ ...asked, budget: AccountBudget });
