import { BILLING_TIMEZONE } from './billing.ts';
import type { Language } from './language.ts';

const NO_BREAK = '\u00a0';

/** How amounts and times are written for people. */
export interface Phrases {
  /** Micro-CAD as a decimal text. */
  cad(micros: string): string;
  /** A number of CAD. */
  cadNumber(cad: number): string;
  /** A moment of ISO 8601, in Eastern time, which it says. */
  time(iso: string): string;
  /** Its day alone, in Eastern time. */
  date(iso: string): string;
}

export const phrases = {
  en: phrasesOf('en-CA', 'Eastern time'),
  fr: phrasesOf('fr-CA', 'heure de l’Est'),
} as const satisfies Record<Language, Phrases>;

function phrasesOf(locale: 'en-CA' | 'fr-CA', zone: string): Phrases {
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: BILLING_TIMEZONE });
  const cad = (amount: number) => `${money.format(amount)}${NO_BREAK}CAD`;
  // A French month begins with its "1er", and an hour is not broken between two lines.
  const tidy = (text: string) => (locale === 'fr-CA' ? text.replace(/^1 /, '1er ').replace(' h ', `${NO_BREAK}h${NO_BREAK}`) : text);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: BILLING_TIMEZONE });
  return {
    cad: (micros) => cad(Number(BigInt(micros)) / 1e6),
    cadNumber: cad,
    time: (iso) => `${tidy(moment.format(new Date(iso)))} (${zone})`,
    date: (iso) => tidy(day.format(new Date(iso))),
  };
}
