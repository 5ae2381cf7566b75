import { Payment } from '@boreal/contract/billing/payments.ts';
import { z } from 'zod';
import { getPayment } from '../../../core/commerce/payments/get-payment.ts';
import { settlePayment } from '../../../core/commerce/settlement/settle-payment.ts';
import type { Taxed } from '../../../core/money/tax/tax-for.ts';
import { toTaxLine } from '../../../core/money/tax/tax.rules.ts';
import type { CustomerCtx } from '../../../core/ground/ctx.ts';
import { POLL_SECONDS } from '../../fields.ts';
import type { Offer, SpendingOutcome } from '../../spending-tool.ts';
import type { ToolParts } from '../../tool.ts';

/** The answer to charging the card: `failed` has `declineReason`; anything but `succeeded` and `failed` is in progress. */
export const Charged = z.object({
  paymentId: z.string(),
  orderId: z.string().optional(),
  serverId: z.string().optional(),
  payment: Payment.pick({ status: true, total: true, declineReason: true, invoiceId: true }).optional(),
  retryAfterSeconds: z.int().optional(),
});
export type Charged = z.infer<typeof Charged>;

export function cardOffer(taxed: Taxed, covers: string): Offer {
  const taxes = taxed.taxes.map(toTaxLine).map(({ label, amount }) => ({ name: label.en, amount }));
  return { chargeMicros: taxed.totalMicros, hourlyMicros: 0n, covers, paidBy: 'card', taxes };
}

/**
 * Asks the card's provider once the intent is committed, outside any transaction, and returns what is known. If there is no answer yet, the
 * worker asks again. Repeating it charges nothing: the intent is named after the quote.
 */
export async function settleCharge(ctx: CustomerCtx, charged: Charged, { payments }: ToolParts): Promise<Charged> {
  await settlePayment(ctx, payments, charged.paymentId).catch((error: unknown) =>
    ctx.log.warn({ err: error, paymentId: charged.paymentId }, 'a charge of an agent is left to the worker'),
  );
  const payment = await getPayment(ctx, { paymentId: charged.paymentId });
  const settled = payment.status === 'succeeded' || payment.status === 'failed';
  return { ...charged, payment, ...(!settled && { retryAfterSeconds: POLL_SECONDS }) };
}

/** A declined card has paid nothing, and authentication by the bank may take time. */
export function outcomeOf({ payment }: Charged): SpendingOutcome {
  switch (payment?.status) {
    case 'succeeded':
      return { text: `Charged ${payment.total} CAD.`, spent: true };
    case 'failed':
      return { text: 'The charge failed and nothing was taken. Ask your user to check the card, then get a new quote.', spent: false };
    default:
      return { text: 'The charge is under way. Repeat this call to see how it ended.', spent: true };
  }
}
