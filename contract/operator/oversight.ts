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
  /** The charge's identifier at the provider; null until known. */
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
  /** How much of it Boreal lost: a bank took back credit that the customer had already spent. */
  loss: z.number(),
  currency: z.literal('CAD'),
  reason: z.string(),
  /** Its credit note, once issued. */
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
  /** Idempotency key: repeating it refunds nothing. */
  key: z.string().regex(/^[\x21-\x7e]{1,100}$/, schemaSentences.movementKey.en),
});
export const RefundBegun = z.object({
  id: z.string(),
  paymentId: z.string(),
  accountId: z.string(),
  net: z.number(),
  tax: z.number(),
  currency: z.literal('CAD'),
  /** False if this key had already been used. */
  isNew: z.boolean(),
});

export const OperatorOrder = Order.extend({ accountId: z.string(), accountName: z.string() });
export type OperatorOrder = z.infer<typeof OperatorOrder>;
export const OperatorInvoiceSummary = InvoiceSummary.extend({ accountId: z.string(), accountName: z.string() });
export const OperatorInvoice = Invoice.extend({ accountId: z.string(), accountName: z.string() });

export const TaxRegister = z.enum(['GST_HST', 'QST', 'PST_BC', 'PST_SK', 'RST_MB']);
const DateText = z.iso.date();

/** The taxes of each province and their start dates, and where the seller is registered. */
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
/** Omitted fields keep their values; null clears one. */
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
  /** Mailed to the people of the account. */
  reason: ReasonText,
});
export const AccountSuspension = z.object({
  accountId: z.string(),
  suspendedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  /** False if it was already so. */
  changed: z.boolean(),
});

export const RevenuePeriodKind = z.enum(['day', 'month']);
/** The most days, and the most months, in one answer. */
export const REVENUE_PERIODS_MAX = { day: 92, month: 36 } as const;

/** What was charged in each calendar day or month in Toronto, by the time of the charge. */
export const Revenue = z.object({
  by: RevenuePeriodKind,
  currency: z.literal('CAD'),
  timezone: z.literal(BILLING_TIMEZONE),
  periods: z.array(
    z.object({
      /** The period's first day. */
      start: DateText,
      /** Server-hours, including the backup option's share. */
      usage: z.number(),
      /** Backup options charged separately. */
      backups: z.number(),
      orders: z.number(),
      /** Refunds, as a positive amount. */
      refunds: z.number(),
      /** Credit that banks took back after it was spent and nobody repaid, as a positive amount. */
      losses: z.number(),
      /** The sum: revenue less losses, before tax. */
      total: z.number(),
      /** Money received less refunds, taxes included. */
      received: z.number(),
    }),
  ),
});
export type Revenue = z.infer<typeof Revenue>;

/** The time ranges, in Toronto's calendar, for which revenue can be grouped. */
export const RevenueSpan = z.enum(['this_month', 'last_month', 'this_year', 'last_year']);
export type RevenueSpan = z.infer<typeof RevenueSpan>;
/** The number of groups shown; the rest are added up. */
export const REVENUE_GROUPS_MAX = 100;

/** Refunds and losses are positive amounts. */
export const RevenueSums = z.object({
  usage: z.number(),
  backups: z.number(),
  orders: z.number(),
  refunds: z.number(),
  losses: z.number(),
  /** Movements of any other kind. */
  other: z.number(),
  /** The sum, as in `Revenue`. */
  total: z.number(),
  /** Only for customers. */
  received: z.number().optional(),
});
export type RevenueSums = z.infer<typeof RevenueSums>;

/** Revenue by model or by customer, highest first. */
export const RevenueGroups = z.object({
  by: RevenueFileBy,
  /** Both inclusive. */
  from: DateText,
  to: DateText,
  currency: z.literal('CAD'),
  timezone: z.literal(BILLING_TIMEZONE),
  /** `id`: null for revenue without a model or customer. */
  rows: z.array(RevenueSums.extend({ id: z.string().nullable(), name: z.string().nullable() })),
  /** Null: the rows contain all of them. */
  others: RevenueSums.extend({ count: z.int() }).nullable(),
  total: RevenueSums,
});
export type RevenueGroups = z.infer<typeof RevenueGroups>;

export const UTILISATION_DAYS_MAX = 92;
/** How many GPUs each pool had and how many were held: averages per hour for up to a week, per day beyond. */
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

/** Stuck work. Each list has at most 100 entries. */
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
/** What documents should say about the seller but cannot yet. */
export const SellerGap = z.enum(['name', 'address', 'email', 'gst_hst_number', 'qst_number']);
export type SellerGap = z.infer<typeof SellerGap>;

/** `unknown`: not measured yet, or this Boreal has no way to know. */
export const HealthState = z.enum(['right', 'wrong', 'unknown']);
export type HealthState = z.infer<typeof HealthState>;

/** What must always hold: hours are billed, the ledger is verified, the database is backed up. */
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
  /** Deleted ones are not counted. */
  servers: z.array(z.object({ status: ServerStatus, count: z.int() })),
  /** `aside`: not sold, whether or not a server has them. */
  gpus: z.object({ total: z.int(), held: z.int(), aside: z.int() }),
  hosts: z.object({ accepting: z.int(), draining: z.int(), offline: z.int(), silent: z.int() }),
  /** Revenue since midnight and since the start of the month, in Toronto; null for operators who may not read the books. */
  revenue: z.object({ today: z.number(), thisMonth: z.number(), currency: z.literal('CAD') }).nullable(),
  /** Tickets that wait for an operator. */
  ticketsWaiting: z.int(),
  /** Requests that wait for a second operator. */
  requests: z.int(),
  mail: z.object({ waiting: z.int(), givenUp: z.int() }),
  stuck: z.object({ jobs: z.int(), servers: z.int(), backups: z.int(), payments: z.int(), refunds: z.int() }),
});
export type OperatorOverview = z.infer<typeof OperatorOverview>;
