import { documentLines } from '@boreal/contract/billing/document-words.ts';
import type { InvoiceLine } from '@boreal/contract/billing/invoices.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { planName } from '../../money/catalog/catalog.rules.ts';
import { requirePlan } from '../../money/catalog/require-plan.ts';
import { findServer } from '../../fleet/servers/servers.store.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import { readCardFace } from '../cards/cards.store.ts';
import { findOrder } from '../orders/orders.store.ts';
import { findTermOfPayment } from '../payments/terms.store.ts';
import type { PaymentRow } from '../payments/payments.store.ts';
import { readTaxes } from '../../money/tax/tax.rules.ts';
import { insertInvoice } from '../invoices/invoices.store.ts';
import { readParties } from '../invoices/parties.ts';

/** Issues the receipt for bought credit, or the invoice for a paid term, in the payment's transaction. */
export async function issueForPayment(tx: Tx, ctx: Ctx, payment: PaymentRow): Promise<{ id: string; number: string }> {
  const now = ctx.clock.now();
  const { accountId } = payment;
  const parties = await readParties(tx, { accountId, taxedAt: payment.createdAt });
  const card = await readCardFace(tx, payment.cardId);
  const content = {
    seller: parties.seller,
    buyer: parties.buyer,
    lines: await linesOf(tx, payment),
    taxes: parties.taxLines(readTaxes(payment.taxes)),
    payment: { id: payment.id, ...card, paidAt: now.toISOString() },
    about: null,
    period: null,
    balances: null,
  };
  const { netMicros, taxMicros } = payment;
  const kind = payment.orderId === null ? 'receipt' : 'invoice';
  const of = { accountId, kind, paymentId: payment.id, refundId: null, period: null, language: parties.language } as const;
  return insertInvoice(tx, { ...of, netMicros, taxMicros, content }, now);
}

/** What a payment was for, line by line; together they are its amount before tax. */
export async function linesOf(tx: Tx, payment: PaymentRow): Promise<InvoiceLine[]> {
  if (payment.orderId === null) {
    return [{ description: documentLines.prepaidCredit, amount: toCad(payment.netMicros) }];
  }
  const order = await findOrder(tx, payment.orderId);
  const term = await findTermOfPayment(tx, payment.id);
  if (!order || !term) {
    return [{ description: documentLines.notServed, amount: toCad(payment.netMicros) }];
  }
  const plan = planName(await requirePlan(tx, order.planId));
  const server = (await findServer(tx, order.serverId))?.name ?? order.serverId;
  const [from, until] = [dateOf(term.startsAt), dateOf(term.endsAt)];
  const lines = [{ description: documentLines.term({ plan, server, from, until }), amount: toCad(term.planMicros) }];
  if (term.backupMicros > 0n) {
    lines.push({ description: documentLines.backupOption({ from, until }), amount: toCad(term.backupMicros) });
  }
  return lines;
}
