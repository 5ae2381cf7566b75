import { documentLines } from '@boreal/contract/billing/document-words.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readCardFace } from '../cards/cards.store.ts';
import { findPayment } from '../payments/payments.store.ts';
import type { RefundRow } from './refunds.store.ts';
import { readTaxes } from '../../money/tax/tax.rules.ts';
import { findInvoiceOfPayment, insertInvoice } from '../invoices/invoices.store.ts';
import { readParties } from '../invoices/parties.ts';

const words = { 'given back': documentLines.givenBack, reversed: documentLines.reversed } as const;

/**
 * Issues the credit note for money refunded to its card; or, if the money came back after that, the document that reinstates the payment.
 */
export async function issueForRefund(
  tx: Tx,
  ctx: Ctx,
  refund: Pick<RefundRow, 'id' | 'accountId' | 'paymentId' | 'netMicros' | 'taxMicros' | 'taxes' | 'reason'>,
  what: keyof typeof words,
): Promise<{ id: string; number: string }> {
  const now = ctx.clock.now();
  const { accountId, netMicros, taxMicros } = refund;
  const payment = await findPayment(tx, refund.paymentId);
  const original = await findInvoiceOfPayment(tx, refund.paymentId);
  if (!payment || !original) throw new Error(`refund ${refund.id} is of a payment without a document`);
  const parties = await readParties(tx, { accountId, taxedAt: payment.createdAt });
  const card = await readCardFace(tx, payment.cardId);
  const content = {
    seller: parties.seller,
    buyer: parties.buyer,
    lines: [{ description: words[what], amount: toCad(netMicros) }],
    taxes: parties.taxLines(readTaxes(refund.taxes)),
    payment: { id: payment.id, ...card, paidAt: now.toISOString() },
    about: { number: original.number, reason: refund.reason },
    period: null,
    balances: null,
  };
  const kind = what === 'given back' ? 'credit_note' : original.kind;
  const of = { accountId, kind, paymentId: payment.id, refundId: refund.id, period: null, language: parties.language } as const;
  return insertInvoice(tx, { ...of, netMicros, taxMicros, content }, now);
}
