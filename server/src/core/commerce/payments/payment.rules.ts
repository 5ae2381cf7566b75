import { toCad } from '@boreal/contract/values/money.ts';
import { DeclineReason, type Payment } from '@boreal/contract/billing/payments.ts';
import { readTaxes, toTaxLine } from '../../money/tax/tax.rules.ts';
import type { PaymentRow } from './payments.store.ts';

/** A payment as its customer sees it. */
export function toPayment(row: PaymentRow, more: { card: Payment['card']; invoiceId: string | null }): Payment {
  return {
    id: row.id,
    purpose: row.purpose,
    status: row.status,
    amount: toCad(row.netMicros),
    taxes: readTaxes(row.taxes).map(toTaxLine),
    total: toCad(row.netMicros + row.taxMicros),
    currency: 'CAD',
    card: more.card,
    declineReason: declineReasonOf(row),
    orderId: row.orderId,
    invoiceId: more.invoiceId,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

/** Why a card was declined; a general reason if a newer version recorded one that this version does not know. */
export function declineReasonOf({ declineReason }: Pick<PaymentRow, 'declineReason'>): DeclineReason | null {
  return DeclineReason.nullable().catch('card_declined').parse(declineReason);
}

/** The quote with which an agent confirmed its charge: the payment's key ends with it. Null for charges by people and by the worker. */
export function quoteOf({ agentKeyId, key }: Pick<PaymentRow, 'agentKeyId' | 'key'>): { keyId: string; quoteId: string } | null {
  return agentKeyId === null ? null : { keyId: agentKeyId, quoteId: key.slice(key.indexOf(':') + 1) };
}
