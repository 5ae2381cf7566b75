import { PaymentStatus } from '../billing/status.ts';
import { z } from 'zod';
import { BackupStatus } from '../servers/backups.ts';
import { BILLING_TIMEZONE } from '../billing/billing.ts';
import { Invoice, InvoiceSummary } from '../billing/invoices.ts';
import { RevenueFileBy } from './exports.ts';
import { Order } from '../billing/orders.ts';
import { CentsCad, Payment, PaymentPurpose } from '../billing/payments.ts';
import { Country, Province } from '../account/profile.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { ServerStatus, ServerTask } from '../servers/servers.ts';
import { lineText, NameText, ReasonText } from '../values/written-text.ts';

// What an operator monitors: money in and out, capacity over time, and stuck work. Amounts are CAD.

export const OperatorPayment = Payment.extend({
  accountId: z.string(),
  accountName: z.string(),
  provider: z.string(),
  /** The charge's name at the provider; null until known. */
  ref: z.string().nullable(),
});
export type OperatorPayment = z.infer<typeof OperatorPayment>;

export const RefundStatus = z.enum(['pending', 'succeeded', 'failed']);
export type RefundStatus = z.infer<typeof RefundStatus>;

/** Money on its way back to a card: refunded by an operator, or taken back by the cardholder's bank (`dispute`). */
export const OperatorRefund = z.object({
  id: z.string(),
  paymentId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  kind: z.enum(['refund', 'dispute']),
  status: RefundStatus,
  net: z.number(),
  tax: z.number(),
  total: z.number(),
  /** How much of it the house has lost: a bank took back what the customer had spent. */
  loss: z.number(),
  currency: z.literal('CAD'),
  reason: z.string(),
  /** Its credit note, once it is issued. */
  invoiceId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});
export type OperatorRefund = z.infer<typeof OperatorRefund>;

/** A payment and its refunds. `refundable`: what can be refunded now, before tax. */
export const OperatorPaymentDetail = OperatorPayment.extend({ refundable: z.number(), refunds: z.array(OperatorRefund) });
export type OperatorPaymentDetail = z.infer<typeof OperatorPaymentDetail>;

export const RefundPaymentRequest = z.strictObject({
  /** CAD before tax; default: all that is left. */
  amount: CentsCad.positive().max(1_000_000).optional(),
  reason: ReasonText,
  /** Names the refund: the same key again refunds nothing. */
  key: z.string().regex(/^[\x21-\x7e]{1,100}$/, schemaSentences.movementKey.en),
});
export const RefundBegun = z.object({
  id: z.string(),
  paymentId: z.string(),
  accountId: z.string(),
  net: z.number(),
  tax: z.number(),
  currency: z.literal('CAD'),
  /** False when the key had done it before. */
  isNew: z.boolean(),
});

export const OperatorOrder = Order.extend({ accountId: z.string(), accountName: z.string() });
export type OperatorOrder = z.infer<typeof OperatorOrder>;
export const OperatorInvoiceSummary = InvoiceSummary.extend({ accountId: z.string(), accountName: z.string() });
export const OperatorInvoice = Invoice.extend({ accountId: z.string(), accountName: z.string() });

export const TaxRegister = z.enum(['GST_HST', 'QST', 'PST_BC', 'PST_SK', 'RST_MB']);
const DateText = z.iso.date();

/** What each province charges from which date on, and where the house is registered. */
export const Taxes = z.object({
  rates: z.array(
    z.object({
      province: Province,
      from: DateText,
      taxes: z.array(z.object({ code: z.string(), register: TaxRegister, ratePercent: z.number() })),
    }),
  ),
  registrations: z.array(
    z.object({ tax: TaxRegister, number: z.string(), validFrom: DateText, validUntil: DateText.nullable(), createdAt: z.iso.datetime() }),
  ),
});
export type Taxes = z.infer<typeof Taxes>;

/** Default: from today. */
export const RegisterTaxRequest = z.strictObject({
  tax: TaxRegister,
  number: lineText(schemaSentences.taxNumber, 60),
  from: DateText.optional(),
});
export const EndTaxRegistrationRequest = z.strictObject({ from: DateText.optional() });

const Line = NameText.nullable();
/** The seller, as shown on every new document. */
export const Company = z.object({
  name: z.string(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
  email: z.string().nullable(),
  website: z.string().nullable(),
});
export type Company = z.infer<typeof Company>;
/** Omitted fields stay; null clears one. */
export const SetCompanyRequest = z.strictObject({
  name: NameText.optional(),
  addressLine1: Line.optional(),
  addressLine2: Line.optional(),
  city: Line.optional(),
  province: Line.optional(),
  postalCode: Line.optional(),
  country: Country.optional(),
  email: z.email().max(254).nullable().optional(),
  website: z.url().max(200).nullable().optional(),
});

export const SuspendAccountRequest = z.strictObject({
  /** Its people read it in a mail. */
  reason: ReasonText,
});
export const AccountSuspension = z.object({
  accountId: z.string(),
  suspendedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  /** False when it was already so. */
  changed: z.boolean(),
});

export const RevenuePeriodKind = z.enum(['day', 'month']);
/** The most days in one answer, and months. */
export const REVENUE_PERIODS_MAX = { day: 92, month: 36 } as const;

/** What was charged in each day or month of Toronto's calendar, when it was charged. */
export const Revenue = z.object({
  by: RevenuePeriodKind,
  currency: z.literal('CAD'),
  timezone: z.literal(BILLING_TIMEZONE),
  periods: z.array(
    z.object({
      /** Its first day. */
      start: DateText,
      /** Server-hours, with the backup option's part of them. */
      usage: z.number(),
      /** Backup options charged separately. */
      backups: z.number(),
      orders: z.number(),
      /** What was refunded; above zero. */
      refunds: z.number(),
      /** What banks took back after it was spent, and nobody made good; above zero. */
      losses: z.number(),
      /** All of it together: what the house earned less what it lost, before tax. */
      total: z.number(),
      /** Money received less refunds, taxes included. */
      received: z.number(),
    }),
  ),
});
export type Revenue = z.infer<typeof Revenue>;

/** The days of Toronto's calendar that revenue is told apart for. */
export const RevenueSpan = z.enum(['this_month', 'last_month', 'this_year', 'last_year']);
export type RevenueSpan = z.infer<typeof RevenueSpan>;
/** So many are told apart; the others come together. */
export const REVENUE_GROUPS_MAX = 100;

/** Refunds and losses are above zero. */
export const RevenueSums = z.object({
  usage: z.number(),
  backups: z.number(),
  orders: z.number(),
  refunds: z.number(),
  losses: z.number(),
  /** Movements of no such kind. */
  other: z.number(),
  /** All of it together, as in `Revenue`. */
  total: z.number(),
  /** Of customers only. */
  received: z.number().optional(),
});
export type RevenueSums = z.infer<typeof RevenueSums>;

/** Which models or customers earned the house what, those who earned the most first. */
export const RevenueGroups = z.object({
  by: RevenueFileBy,
  /** Both inclusive. */
  from: DateText,
  to: DateText,
  currency: z.literal('CAD'),
  timezone: z.literal(BILLING_TIMEZONE),
  /** `id`: null for what belongs to none. */
  rows: z.array(RevenueSums.extend({ id: z.string().nullable(), name: z.string().nullable() })),
  /** Null: all are in the rows. */
  others: RevenueSums.extend({ count: z.int() }).nullable(),
  total: RevenueSums,
});
export type RevenueGroups = z.infer<typeof RevenueGroups>;

export const UTILISATION_DAYS_MAX = 92;
/** How many GPUs each pool had and how many were held: per hour up to a week, per day beyond; averages. */
export const Utilisation = z.object({
  bucketHours: z.int(),
  pools: z.array(
    z.object({
      poolId: z.string(),
      name: z.string(),
      gpuModel: z.string(),
      points: z.array(z.object({ at: z.iso.datetime(), gpus: z.number(), held: z.number() })),
    }),
  ),
});
export type Utilisation = z.infer<typeof Utilisation>;

/** Stuck work. Each list has 100 entries at most. */
export const StuckWork = z.object({
  jobs: z.array(
    z.object({
      id: z.string(),
      task: z.string(),
      /** What it is about: contains the server's or the payment's id. */
      key: z.string().nullable(),
      attempts: z.int(),
      maxAttempts: z.int(),
      lastError: z.string().nullable(),
      runAt: z.iso.datetime(),
      lockedAt: z.iso.datetime().nullable(),
    }),
  ),
  servers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      accountId: z.string(),
      accountName: z.string(),
      status: ServerStatus,
      task: ServerTask.nullable(),
      goal: z.string(),
      attempts: z.int(),
      waitReason: z.string().nullable(),
      /** When it was due, and its deadline. */
      convergeAt: z.iso.datetime().nullable(),
      deadlineAt: z.iso.datetime().nullable(),
    }),
  ),
  backups: z.array(
    z.object({
      id: z.string(),
      serverId: z.string(),
      serverName: z.string(),
      accountId: z.string(),
      accountName: z.string(),
      status: BackupStatus,
      createdAt: z.iso.datetime(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      accountName: z.string(),
      purpose: PaymentPurpose,
      status: PaymentStatus,
      total: z.number(),
      attempts: z.int(),
      checkAt: z.iso.datetime().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      paymentId: z.string(),
      accountId: z.string(),
      accountName: z.string(),
      status: RefundStatus,
      total: z.number(),
      attempts: z.int(),
      checkAt: z.iso.datetime().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type StuckWork = z.infer<typeof StuckWork>;

/** The house at a glance. */
/** What documents should say about the seller, but cannot yet. */
export const SellerGap = z.enum(['name', 'address', 'email', 'gst_hst_number', 'qst_number']);
export type SellerGap = z.infer<typeof SellerGap>;

/** `unknown`: it has not been measured yet, or this Boreal has no way to know. */
export const HealthState = z.enum(['right', 'wrong', 'unknown']);
export type HealthState = z.infer<typeof HealthState>;

/** What must hold whatever else goes on: hours are billed, the ledger is proven, the database is backed up. */
export const HouseHealth = z.object({
  meter: z.object({ state: HealthState, behindSeconds: z.int().meta({ description: 'How far the meter is behind, in real time' }) }),
  hours: z.object({ state: HealthState, unbilled: z.int().meta({ description: 'Hours that began more than ten minutes ago' }) }),
  ledger: z.object({
    state: HealthState,
    provenAt: z.iso.datetime().nullable().meta({ description: 'When it was last proven; null: never yet' }),
    broken: z.int().meta({ description: 'Checks that did not hold then' }),
  }),
  copies: z.object({
    state: HealthState,
    keptBy: z.enum(['boreal', 'others', 'nobody']).meta({ description: '`others`: it is the operator’s own Postgres' }),
    newestAt: z.iso.datetime().nullable().meta({ description: 'When the newest copy of the database ended, in real time' }),
    ageSeconds: z.int().nullable(),
  }),
});
export type HouseHealth = z.infer<typeof HouseHealth>;

export const OperatorOverview = z.object({
  at: z.iso.datetime(),
  health: HouseHealth,
  sellerGaps: z.array(SellerGap),
  accounts: z.object({ total: z.int(), suspended: z.int() }),
  /** Without deleted ones. */
  servers: z.array(z.object({ status: ServerStatus, count: z.int() })),
  /** `aside`: not sold, whether a server has them or not. */
  gpus: z.object({ total: z.int(), held: z.int(), aside: z.int() }),
  hosts: z.object({ accepting: z.int(), draining: z.int(), offline: z.int(), silent: z.int() }),
  /** Earned since midnight, and since the month began, in Toronto; null for operators who may not read the books. */
  revenue: z.object({ today: z.number(), thisMonth: z.number(), currency: z.literal('CAD') }).nullable(),
  /** Tickets that wait for us. */
  ticketsWaiting: z.int(),
  /** What waits for a second operator. */
  requests: z.int(),
  mail: z.object({ waiting: z.int(), givenUp: z.int() }),
  stuck: z.object({ jobs: z.int(), servers: z.int(), backups: z.int(), payments: z.int(), refunds: z.int() }),
});
export type OperatorOverview = z.infer<typeof OperatorOverview>;
