import { z } from 'zod';
import { PaymentPurpose } from '../billing/payments.ts';

const OfPayment = { paymentId: z.string(), purpose: PaymentPurpose, total: z.number().meta({ description: 'CAD with its taxes' }) };
const OfOrder = { orderId: z.string(), serverName: z.string(), termEnd: z.iso.datetime() };

/** Something rare that has gone wrong or needs action in an account, shown until it is resolved or over. */
export const Attention = z.discriminatedUnion('kind', [
  /** The card was declined too often. */
  z.object({ kind: z.literal('auto_reload_stopped') }),
  /** The cardholder has to confirm it with the bank. */
  z.object({ kind: z.literal('payment_waits'), ...OfPayment }),
  /** The account's most recent charge was declined. */
  z.object({ kind: z.literal('payment_failed'), ...OfPayment }),
  /** The card could not yet be charged for the next term, which begins at `termEnd`. */
  z.object({ kind: z.literal('renewal_failed'), ...OfOrder }),
  /** The last term ended a few days ago, and its server was hibernated. */
  z.object({ kind: z.literal('term_over'), ...OfOrder }),
  /** A server's latest backup. */
  z.object({ kind: z.literal('backup_failed'), serverId: z.string(), serverName: z.string(), at: z.iso.datetime() }),
]);
export type Attention = z.infer<typeof Attention>;
