import { z } from 'zod';
import { PaymentPurpose } from './payments.ts';

const Day = z.iso.date();
const PaymentId = z.string();
const ServerName = z.string();

/**
 * The purpose of a ledger transfer, as data; its text is rendered on reading. Old rows must stay readable: a shape may gain optional
 * fields, but never loses one.
 */
export const TransactionData = z.discriminatedUnion('of', [
  z.object({ of: z.literal('first_hour'), serverName: ServerName, planId: z.string() }),
  /** Further hours: of one server or of several, charged together. */
  z.object({ of: z.literal('hours'), hours: z.int().min(1) }),
  /** `unused`: the rest of an hour. `restored_copy`: charged by a database restored from a copy, after the server had ended. */
  z.object({
    of: z.literal('hour_refund'),
    serverName: ServerName,
    why: z.enum(['unused', 'deleted', 'not_provisioned', 'preempted', 'restored_copy']),
  }),
  z.object({ of: z.literal('term'), serverName: ServerName, planId: z.string(), until: Day }),
  z.object({ of: z.literal('backup_option'), serverName: ServerName, until: Day }),
  /** For a term that had not begun. */
  z.object({ of: z.literal('backup_option_refund'), serverName: ServerName }),
  z.object({ of: z.literal('card_payment'), purpose: PaymentPurpose }),
  /** `term`: a paid term becomes credit, to be refunded to its card. `bank`: the bank had already refunded it. */
  z.object({ of: z.literal('card_refund'), paymentId: PaymentId, step: z.enum(['term', 'given', 'undone', 'bank']) }),
  z.object({ of: z.literal('tax'), code: z.string(), paymentId: PaymentId }),
  /** As an operator wrote it for the customer. */
  z.object({ of: z.literal('by_hand'), reason: z.string() }),
]);
export type TransactionData = Readonly<z.infer<typeof TransactionData>>;

export type HourRefund = Extract<TransactionData, { of: 'hour_refund' }>;
