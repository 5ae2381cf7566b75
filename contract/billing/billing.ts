import { z } from 'zod';
import { BillingCycle, Eligibility, Pricing } from '../shop/catalog.ts';
import { AccountAction } from '../errors/errors.ts';
import { Language } from '../words/language.ts';

/** Smallest credit purchase, CAD. */
export const MINIMUM_TOPUP_CAD = 25;

/** Hours in a month, for showing a monthly cost. */
export const HOURS_PER_MONTH = 730;

/** The calendar for budgets, backups and statements. */
export const BILLING_TIMEZONE = 'America/Toronto';

export const TransactionType = z.enum(['topup', 'usage', 'backup', 'refund', 'adjustment', 'promo', 'order']);
export type TransactionType = z.infer<typeof TransactionType>;

export const Transaction = z
  .object({
    id: z.string().meta({ example: 'txn_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    type: TransactionType,
    amount: z.number().meta({ description: 'CAD; negative when taken', example: -3.99 }),
    balanceAfter: z.number().meta({ example: 42.1 }),
    description: z.string(),
    serverId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof Transaction>;

/** A transaction as people see it: with the name of its server, even if deleted. */
export const AccountTransaction = Transaction.extend({ serverName: z.string().nullable() });
export type AccountTransaction = z.infer<typeof AccountTransaction>;

export const CreditSummary = z
  .object({ balance: z.number().meta({ example: 42.1 }), currency: z.literal('CAD') })
  .meta({ id: 'CreditSummary' });

export const Credits = z
  .object({
    balance: z.number().meta({ example: 42.1 }),
    currency: z.literal('CAD'),
    burnRatePerHour: z.number().meta({ description: 'What the running hourly servers cost in an hour', example: 3.99 }),
    estimatedRuntimeHours: z
      .number()
      .nullable()
      .meta({ description: 'Hours the balance lasts at that rate; null when nothing runs', example: 10.5 }),
    minimumTopupCad: z.number().meta({ example: 25 }),
    transactions: z.array(Transaction),
  })
  .meta({ id: 'Credits' });
export type Credits = z.infer<typeof Credits>;

/** The most days of spending in one answer, and the default. */
export const SPEND_DAYS_MAX = 366;
export const SPEND_DAYS = 30;

/** What usage and terms cost per day, CAD: calendar days in Toronto, oldest first, empty days included. */
export const DaySpend = z.object({
  date: z.iso.date(),
  servers: z.number().meta({ description: 'Hours of servers' }),
  backups: z.number().meta({ description: 'Backup options' }),
  orders: z.number().meta({ description: 'Terms of prepaid servers, less what was given back of them' }),
  refunds: z.number().meta({ description: 'Hours given back' }),
  total: z.number().meta({ description: 'servers + backups + orders − refunds' }),
});
export type DaySpend = z.infer<typeof DaySpend>;

export const SpendByDay = z.object({ currency: z.literal('CAD'), timezone: z.string(), total: z.number(), days: z.array(DaySpend) });
export type SpendByDay = z.infer<typeof SpendByDay>;

/** The kinds a list of transactions can be filtered by; backup options and refunded hours count as a server's charges. */
export const TransactionKind = TransactionType.exclude(['backup']);
export type TransactionKind = z.infer<typeof TransactionKind>;

/** Which transactions to return. Days are calendar days in Toronto, both inclusive; an omitted day sets no limit. */
export const TransactionFilter = z.object({
  /** Matched against a server's name or id, a description, a transaction's id or an amount. */
  search: z.string().trim().max(100).optional(),
  type: TransactionKind.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type TransactionFilter = z.infer<typeof TransactionFilter>;

/** The same, as a file; the language defaults to the reader's. */
export const TransactionsFileQuery = TransactionFilter.extend({ language: Language.optional() });
export type TransactionsFileQuery = z.infer<typeof TransactionsFileQuery>;

export const UsageHour = z
  .object({
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
    rate: z.number().meta({ example: 3.99 }),
    compute: z.number().meta({ example: 3.99 }),
    backup: z.number().meta({ example: 0.013685 }),
    refund: z.number().meta({ example: 0 }),
    amount: z.number().meta({ description: 'compute + backup − refund', example: 4.003685 }),
    transactionId: z.string(),
  })
  .meta({ id: 'UsageHour' });

export const ServerUsage = z
  .object({
    serverId: z.string(),
    currency: z.literal('CAD'),
    billingCycle: BillingCycle,
    hourlyRate: z.number().nullable().meta({ example: 3.99 }),
    totals: z.object({ hours: z.int(), compute: z.number(), backup: z.number(), refunds: z.number(), total: z.number() }),
    hours: z.array(UsageHour),
  })
  .meta({ id: 'ServerUsage' });
export type ServerUsage = z.infer<typeof ServerUsage>;

export const BudgetState = z.enum(['none', 'ok', 'warning', 'reached']);

export const ServerBudget = z
  .object({
    serverId: z.string(),
    currency: z.literal('CAD'),
    monthlyLimit: z.number().nullable(),
    spentThisMonth: z.number(),
    remaining: z.number().nullable(),
    state: BudgetState,
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
    timezone: z.string(),
    onReached: z.literal('hibernate'),
    account: z.object({
      monthlyLimit: z.number().nullable(),
      spentThisMonth: z.number(),
      dailyLimit: z.number().nullable(),
      spentToday: z.number(),
    }),
  })
  .meta({ id: 'ServerBudget' });
export type ServerBudget = z.infer<typeof ServerBudget>;

export const DeployQuote = z
  .object({
    productId: z.string(),
    name: z.string(),
    region: z.string(),
    spot: z.boolean(),
    currency: z.literal('CAD'),
    billingCycle: BillingCycle,
    eligibility: Eligibility,
    deployable: z.boolean(),
    reasons: z.array(z.string()).meta({ description: 'Error codes that POST /servers would answer now', example: [] }),
    pricing: Pricing.nullable(),
    requiredCredits: z.number().nullable(),
    currentBalance: z.number(),
    sufficient: z.boolean(),
    shortfall: z.number(),
    minimumTopupCad: z.number(),
    firstCharge: z.object({ amount: z.number(), covers: z.string(), when: z.string() }).nullable(),
    estimatedRuntimeHours: z.number().nullable(),
    estimatedMonthlyCost: z.number().nullable(),
    budget: z.object({
      accountMonthlyLimit: z.number().nullable(),
      accountMonthlySpent: z.number(),
      accountDailyLimit: z.number().nullable(),
      accountDailySpent: z.number(),
      wouldExceed: z.boolean(),
    }),
    quotedAt: z.iso.datetime(),
    accountAction: AccountAction.nullable(),
  })
  .meta({ id: 'DeployQuote' });
export type DeployQuote = z.infer<typeof DeployQuote>;
