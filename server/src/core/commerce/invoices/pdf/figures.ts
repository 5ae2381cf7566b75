import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';

/** `1,250.00` or `1 250,00`; six decimals for all amounts of a document that has amounts that small. */
export function money(cad: number, language: 'en' | 'fr', decimals: 2 | 6): string {
  return cad
    .toLocaleString(`${language}-CA`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replaceAll(/[\u00a0\u202f]/g, '\u00a0');
}

/** How many decimals the amounts of a document need. */
export function decimalsFor(amounts: readonly number[]): 2 | 6 {
  return amounts.every((cad) => Math.round(cad * 1e6) % 1e4 === 0) ? 2 : 6;
}

/** `December 1, 2026`, `1er décembre 2026`, in Toronto. */
export function day(iso: string, language: 'en' | 'fr'): string {
  const text = new Intl.DateTimeFormat(`${language}-CA`, { dateStyle: 'long', timeZone: BILLING_TIMEZONE }).format(new Date(iso));
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text;
}

/** The month of a period: `December 2026`. */
export function month(iso: string, language: 'en' | 'fr'): string {
  return new Intl.DateTimeFormat(`${language}-CA`, { month: 'long', year: 'numeric', timeZone: BILLING_TIMEZONE }).format(new Date(iso));
}

/** A name before its value: French has a space before the colon. */
export function labelled(name: string, value: string, language: 'en' | 'fr'): string {
  return language === 'fr' ? `${name}\u00a0: ${value}` : `${name}: ${value}`;
}
