import { z } from 'zod';
import { Pricing } from './catalog.ts';
import { CreditKind } from './credit-kind.ts';
import type { OperatorPermission } from './operator-roles.ts';

/** CAD; null: none. */
const Limits = z.object({ monthlyLimit: z.number().nullable(), dailyLimit: z.number().nullable() });
const Movement = z.object({
  accountId: z.string(),
  /** CAD. */
  amount: z.number(),
  reason: z.string(),
  serverId: z.string().nullable(),
});
const PriceOf = z.object({
  planId: z.string(),
  /** Whose own price; null: the list price. */
  accountId: z.string().nullable(),
  /** Null: as soon as it is approved. */
  validFrom: z.iso.datetime().nullable(),
  /** What was paid before; null: nothing had a price. */
  before: Pricing.nullable(),
});

/** What an operator wants done that takes a second one, as it is done once approved. */
export const OperatorDeed = z.discriminatedUnion('kind', [
  Movement.extend({ kind: z.literal('credit'), as: CreditKind }),
  Movement.extend({ kind: z.literal('debit') }),
  z.object({
    kind: z.literal('refund'),
    accountId: z.string(),
    paymentId: z.string(),
    /** CAD before tax. */
    amount: z.number(),
    reason: z.string(),
  }),
  PriceOf.extend({ kind: z.literal('price'), hourly: z.number(), monthly: z.number().nullable(), annual: z.number().nullable() }),
  PriceOf.extend({ kind: z.literal('price_withdrawal'), accountId: z.string() }),
  z.object({ kind: z.literal('budget'), accountId: z.string(), before: Limits, after: Limits }),
]);
export type OperatorDeed = z.infer<typeof OperatorDeed>;
export type DeedKind = OperatorDeed['kind'];

/** What both operators' roles must include, when it is asked and when it is approved. */
export const deedPermissions = {
  credit: 'payments.write',
  debit: 'payments.write',
  refund: 'payments.write',
  price: 'prices.write',
  price_withdrawal: 'prices.write',
  budget: 'customers.write',
} as const satisfies Record<DeedKind, OperatorPermission>;
