import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { toCad, type Micros } from '@boreal/contract/values/money.ts';

/** Numbers, money and times in a language. */
export interface Formats {
  /** `$4.99`, `4,99 $`: cents, and further decimals if there are any. */
  readonly cad: (micros: Micros) => string;
  /** The same without cents if they are zero: `$2,185`. */
  readonly cadShort: (micros: Micros) => string;
  /** To the cent, for sums of many hours. */
  readonly cadCents: (micros: Micros) => string;
  readonly number: (value: number) => string;
  /** `25%`, `25 %`: whole percent, from a share between 0 and 1. */
  readonly percent: (share: number) => string;
  /** Eastern time, with the zone's name: the server does not know the reader's zone. */
  readonly moment: (at: Date) => string;
  /** A date in full: `November 22, 2026`, `22 novembre 2026`. */
  readonly day: (day: string) => string;
  readonly list: (words: readonly string[]) => string;
  /** A country's name: `CA` is `Canada`. */
  readonly country: (code: string) => string;
}

const tags = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<Locale, string>;

export const formats: Readonly<Record<Locale, Formats>> = { en: formatsOf('en'), fr: formatsOf('fr') };

function formatsOf(locale: Locale): Formats {
  const tag = tags[locale];
  const money = { style: 'currency', currency: 'CAD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 6 } as const;
  const exact = new Intl.NumberFormat(tag, { ...money, minimumFractionDigits: 2 });
  const short = new Intl.NumberFormat(tag, { ...money, minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' });
  const cents = new Intl.NumberFormat(tag, { ...money, minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const list = new Intl.ListFormat(tag, { type: 'conjunction' });
  const moment = new Intl.DateTimeFormat(tag, {
    timeZone: BILLING_TIMEZONE,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const country = new Intl.DisplayNames(tag, { type: 'region' });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    cad: (micros) => exact.format(toCad(micros)),
    cadShort: (micros) => short.format(toCad(micros)),
    cadCents: (micros) => cents.format(toCad(micros)),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    // French hours have no leading zero, and a time must not break across two lines: as in the console, and in assets/site.js.
    moment: (at) => moment.format(at).replace(/\b0?(\d+)\sh\s(\d\d)/, '$1\u00a0h\u00a0$2'),
    day: (text) => day.format(new Date(text)).replace(/^1(?=\s\p{L})/u, '1er'),
    list: (words) => list.format(words),
    country: (code) => country.of(code) ?? code,
  };
}
