import { BILLING_TIMEZONE } from '@boreal/contract/billing.ts';
import type { InvoiceKind } from '@boreal/contract/invoices.ts';
import type { Told } from '@boreal/contract/language.ts';

/** What a document calls itself. */
export const titles = {
  receipt: { en: 'Receipt', fr: 'Reçu' },
  invoice: { en: 'Invoice', fr: 'Facture' },
  credit_note: { en: 'Credit note', fr: 'Note de crédit' },
  statement: { en: 'Statement of account', fr: 'Relevé de compte' },
} as const satisfies Record<InvoiceKind, Told>;

export const words = {
  number: { en: 'Number', fr: 'Numéro' },
  date: { en: 'Date', fr: 'Date' },
  account: { en: 'Account', fr: 'Compte' },
  period: { en: 'Period', fr: 'Période' },
  billedTo: { en: 'Billed to', fr: 'Facturé à' },
  creditedTo: { en: 'Credited to', fr: 'Crédité à' },
  description: { en: 'Description', fr: 'Description' },
  amount: { en: 'Amount (CAD)', fr: 'Montant (CAD)' },
  subtotal: { en: 'Subtotal', fr: 'Sous-total' },
  total: { en: 'Total', fr: 'Total' },
  opening: { en: 'Opening balance', fr: "Solde d'ouverture" },
  closing: { en: 'Closing balance', fr: 'Solde de clôture' },
  used: { en: 'Charged for use this month', fr: "Facturé pour l'utilisation du mois" },
  paidBy: { en: 'Paid by card', fr: 'Payé par carte' },
  givenBackTo: { en: 'Given back to card', fr: 'Remis sur la carte' },
  payment: { en: 'Payment', fr: 'Paiement' },
  about: { en: 'About document', fr: 'Concerne le document' },
  reason: { en: 'Reason', fr: 'Motif' },
  taxNumbers: { en: 'Tax numbers', fr: 'Numéros de taxes' },
  taxNote: {
    en: 'Taxes were charged when the credit was bought; use is taken from it without further tax.',
    fr: "Les taxes ont été perçues à l'achat du crédit ; l'utilisation en est déduite sans autre taxe.",
  },
  page: { en: 'Page', fr: 'Page' },
} as const satisfies Record<string, Told>;

/** `1,250.00` or `1 250,00`; with six decimals where a document has amounts that small, all of them alike. */
export function money(cad: number, language: 'en' | 'fr', decimals: 2 | 6): string {
  return cad
    .toLocaleString(`${language}-CA`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replaceAll(/[\u00a0\u202f]/g, '\u00a0');
}

/** How many decimals the amounts of a document need. */
export function decimalsFor(amounts: readonly number[]): 2 | 6 {
  return amounts.every((cad) => Math.round(cad * 1e6) % 1e4 === 0) ? 2 : 6;
}

/** `December 1, 2026`, `1er décembre 2026`, as it is in Toronto. */
export function day(iso: string, language: 'en' | 'fr'): string {
  const text = new Intl.DateTimeFormat(`${language}-CA`, { dateStyle: 'long', timeZone: BILLING_TIMEZONE }).format(new Date(iso));
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text;
}

/** The month that a period is: `December 2026`. */
export function month(iso: string, language: 'en' | 'fr'): string {
  return new Intl.DateTimeFormat(`${language}-CA`, { month: 'long', year: 'numeric', timeZone: BILLING_TIMEZONE }).format(new Date(iso));
}

/** A name before its value: French has a space before the colon. */
export function labelled(name: string, value: string, language: 'en' | 'fr'): string {
  return language === 'fr' ? `${name}\u00a0: ${value}` : `${name}: ${value}`;
}
