import { z } from 'zod';
import { Pricing } from '../shop/catalog.ts';
import { CreditKind } from '../billing/credit-kind.ts';
import type { OperatorPermission } from './roles.ts';

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
  /** The account with its own price; null: the list price. */
  accountId: z.string().nullable(),
  /** Null: from the moment of approval. */
  validFrom: z.iso.datetime().nullable(),
  /** The previous price; null: there was none. */
  before: Pricing.nullable(),
  /** CAD an hour: the list prices that are dated while it is in force, or after it is withdrawn. Older requests do not say. */
  listComing: z.array(z.number()).default([]),
});

/** `intent`: the server's latest wish when the operator looked at it. */
const SettledServer = z.object({ serverId: z.string(), found: z.enum(['missing', 'hibernated']), intent: z.int() });

/** An action that needs a second operator, as it is carried out once approved. */
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
  PriceOf.extend({
    kind: z.literal('price_withdrawal'),
    accountId: z.string(),
    /** CAD an hour: the list price that the account then pays; null: there is none. */
    listThen: z.number().nullable().default(null),
  }),
  /** Settles the servers of an account that ended or were hibernated after the copy from which the database was restored. */
  z.object({
    kind: z.literal('settlement'),
    accountId: z.string(),
    restoreId: z.string(),
    servers: z.array(SettledServer),
    /** CAD, as owed at the time of the request. */
    amount: z.number(),
  }),
  z.object({ kind: z.literal('budget'), accountId: z.string(), before: Limits, after: Limits }),
]);
export type OperatorDeed = z.infer<typeof OperatorDeed>;
export type DeedKind = OperatorDeed['kind'];

/** The permission that both operators' roles must include, at the request and at the approval. */
export const deedPermissions = {
  credit: 'payments.write',
  debit: 'payments.write',
  refund: 'payments.write',
  price: 'prices.write',
  price_withdrawal: 'prices.write',
  settlement: 'payments.write',
  budget: 'customers.write',
} as const satisfies Record<DeedKind, OperatorPermission>;
