import type { Language } from '@boreal/contract/words/language.ts';

const EASTERN = 'America/Toronto';
const locales = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<Language, string>;

export interface Formats {
  /** An amount of CAD to the cent: `$4.99`, `4,99 $`. */
  money(cad: number): string;
  /** A price for an hour, CAD: as many decimals as it has, two to four. */
  rate(cad: number): string;
  /** All decimals that an amount of CAD has, two to six. */
  exact(cad: number): string;
  number(value: number, decimals?: number): string;
  /** A share of a hundred: `42%`, `42 %`. */
  percent(value: number): string;
  /** The same of a part of a whole: with a decimal where it would else read as none of it, or as all. */
  share(value: number): string;
  /** A day in the viewer's zone: `Nov 21`; with the year when it is another one. */
  date(iso: string): string;
  /** The same with its year, always: for contracts, taxes and documents. */
  fullDate(iso: string): string;
  /** A day of this year, where there is little room: `Nov 21`, `21 nov.`. */
  day(iso: string): string;
  /** Date and time in the viewer's zone; with the year when it is another one. */
  dateTime(iso: string): string;
  /** The same with its year, always: the exact time. */
  fullDateTime(iso: string): string;
  time(iso: string): string;
  /** The hour in the time zone of billing days, budgets and backups: `3:00 a.m. EST`. */
  easternTime(iso: string): string;
  /** The day on the Eastern calendar, which budgets follow; with the year when it is another one. */
  easternDate(iso: string): string;
  /** The same with its year, always. */
  fullEasternDate(iso: string): string;
  /** An hour of the Eastern day, 0 to 23, as a clock shows it. */
  easternHour(hour: number): string;
  /** `10 h`, `3 days`: whole, in the most natural unit. */
  duration(hours: number): string;
  /** `3 minutes ago`, `in 2 days`; less than a minute away it is `now`. */
  ago(iso: string, now: Date): string;
  bytes(count: number): string;
  bytesPerSecond(count: number): string;
}

/** Figures, money and times in a language. `now` tells which year it is, when it matters. */
export function formatsOf(language: Language, now: () => Date = () => new Date()): Formats {
  const locale = locales[language];
  // What rounds to nothing has no sign.
  const cad = { style: 'currency', currency: 'CAD', currencyDisplay: 'narrowSymbol', signDisplay: 'negative' } as const;
  const money = new Intl.NumberFormat(locale, cad);
  const rate = new Intl.NumberFormat(locale, { ...cad, maximumFractionDigits: 4 });
  const exact = new Intl.NumberFormat(locale, { ...cad, maximumFractionDigits: 6 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
  // Part by part: as a style, French has a leading zero in the hour, which nobody writes.
  const hour = { hour: 'numeric', minute: '2-digit' } as const;
  const dateTime = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', ...hour });
  const dateTimeOfYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...hour });
  const time = new Intl.DateTimeFormat(locale, hour);
  const eastern = new Intl.DateTimeFormat(locale, { ...hour, timeZone: EASTERN, timeZoneName: 'short' });
  const easternDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: EASTERN });
  const easternDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: EASTERN });
  const easternYear = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: EASTERN });
  const isThisYear = (at: Date) => at.getFullYear() === now().getFullYear();
  const clock = new Intl.DateTimeFormat(locale, { ...hour, timeZone: 'UTC' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const fine = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const beyond = language === 'fr' ? '\u00a0' : '';
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = (value: number, decimals = 0) => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value);
  const unit = (value: number, name: string, decimals = 0) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: decimals }).format(value);
  // The first of a French month is "1er", a time must not break across lines, and Intl pads the one with a zone beside it.
  const tidy = (text: string) =>
    language === 'fr' ? text.replace(/^1(?=\s(?!h))/, '1er').replace(/\b0?(\d+)\sh\s(\d\d)/, '$1\u00a0h\u00a0$2') : text;
  const bytes = (count: number) => scaled(count, language === 'fr' ? 'o' : 'B', number);

  return {
    money: (cad) => money.format(cad),
    rate: (cad) => rate.format(cad),
    exact: (cad) => exact.format(cad),
    number,
    percent: (value) => percent.format(value / 100),
    share: (value) => {
      const isUntrue = (rounded: number) => value !== rounded && (rounded === 0 || rounded === 100);
      if (!isUntrue(Math.round(value))) return percent.format(value / 100);
      if (!isUntrue(Math.round(value * 10) / 10)) return fine.format(value / 100);
      return value < 50 ? `<${beyond}${fine.format(0.001)}` : `>${beyond}${fine.format(0.999)}`;
    },
    date: (iso) => {
      const at = new Date(iso);
      return tidy((isThisYear(at) ? day : date).format(at));
    },
    fullDate: (iso) => tidy(date.format(new Date(iso))),
    day: (iso) => tidy(day.format(new Date(iso))),
    dateTime: (iso) => {
      const at = new Date(iso);
      return tidy((isThisYear(at) ? dateTimeOfYear : dateTime).format(at));
    },
    fullDateTime: (iso) => tidy(dateTime.format(new Date(iso))),
    time: (iso) => tidy(time.format(new Date(iso))),
    easternTime: (iso) => tidy(eastern.format(new Date(iso))),
    easternDate: (iso) => {
      const at = new Date(iso);
      const isOfYear = easternYear.format(at) === easternYear.format(now());
      return tidy((isOfYear ? easternDay : easternDate).format(at));
    },
    fullEasternDate: (iso) => tidy(easternDate.format(new Date(iso))),
    easternHour: (hour) => tidy(clock.format(new Date(Date.UTC(2026, 0, 1, hour)))),
    duration: (hours) => {
      if (hours >= 72) return unit(Math.floor(hours / 24), 'day');
      return hours >= 1 ? unit(Math.floor(hours), 'hour') : unit(Math.floor(hours * 60), 'minute');
    },
    ago: (iso, since) => {
      const seconds = (new Date(iso).getTime() - since.getTime()) / 1000;
      const [size, name] = steps.find(([above]) => Math.abs(seconds) >= above) ?? [Infinity, 'second'];
      return relative.format(Math.trunc(seconds / size), name);
    },
    bytes,
    bytesPerSecond: (count) => `${bytes(count)}/s`,
  };
}

const steps = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const satisfies [number, Intl.RelativeTimeFormatUnit][];

/** Decimal units, in which disks and networks are sold. */
function scaled(count: number, unit: string, number: (value: number, decimals: number) => string): string {
  const power = count < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${number(value, power === 0 || value >= 100 ? 0 : 1)} ${['', 'k', 'M', 'G', 'T'][power] ?? ''}${unit}`;
}
