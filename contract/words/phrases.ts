import { BILLING_TIMEZONE } from '../billing/billing.ts';
import type { Language } from './language.ts';

const NO_BREAK = '\u00a0';

/** Amounts and times as people read them. */
export interface Phrases {
  /** Micro-CAD as decimal text. */
  cad(micros: string): string;
  /** A number of CAD. */
  cadNumber(cad: number): string;
  /** An ISO 8601 time, in Eastern time, with the zone. */
  time(iso: string): string;
  /** The day alone, in Eastern time. */
  date(iso: string): string;
}

export const phrases = {
  en: phrasesOf('en-CA', 'Eastern Time'),
  fr: phrasesOf('fr-CA', 'heure de l’Est'),
} as const satisfies Record<Language, Phrases>;

function phrasesOf(locale: 'en-CA' | 'fr-CA', zone: string): Phrases {
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: BILLING_TIMEZONE });
  const cad = (amount: number) => `${money.format(amount)}${NO_BREAK}CAD`;
  // The first of a French month is "1er", and a time must not break across two lines.
  const tidy = (text: string) => (locale === 'fr-CA' ? text.replace(/^1 /, '1er ').replace(' h ', `${NO_BREAK}h${NO_BREAK}`) : text);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: BILLING_TIMEZONE });
  return {
    cad: (micros) => cad(Number(BigInt(micros)) / 1e6),
    cadNumber: cad,
    time: (iso) => `${tidy(moment.format(new Date(iso)))} (${zone})`,
    date: (iso) => tidy(day.format(new Date(iso))),
  };
}
