import { listSentences } from '@boreal/contract/request-sentences/lists.sentences.ts';
import { Temporal } from 'temporal-polyfill';
import { invalidRequest } from '../../kit/errors.ts';
import { dateOf, spanOf, type Period } from './calendar.rules.ts';

/** The days of a file, both inclusive, `YYYY-MM-DD`. */
export interface FileDays {
  readonly from: string;
  readonly to: string;
}

/** Some days of a file, with their start and end. */
export interface FilePart extends FileDays, Period {}

/** The most days that one statement reads, however many are requested. */
const DAYS_AT_ONCE = 7;

/**
 * The requested days; by default up to today, from the first of the last day's month.
 * @throws INVALID_REQUEST the last day is before the first
 */
export function fileDays(asked: { from?: string | undefined; to?: string | undefined }, now: Date): FileDays {
  const to = asked.to ?? dateOf(now);
  const from = asked.from ?? `${to.slice(0, 8)}01`;
  if (from > to) throw invalidRequest('to', listSentences.endsBeforeItBegins);
  return { from, to };
}

/** The requested days that are between the first and the last instant with data; null if there are none. */
export function daysWithin({ from, to }: FileDays, known: { first: Date | null; last: Date }): FileDays | null {
  if (known.first === null) return null;
  const within = { from: later(from, dateOf(known.first)), to: earlier(to, dateOf(known.last)) };
  return within.from > within.to ? null : within;
}

/** The days split at the ends of months, or one by one; in one part if a row covers all of them. */
export function fileParts({ from, to }: FileDays, per: 'range' | 'month' | 'day'): readonly FileDays[] {
  if (per === 'range') return [{ from, to }];
  return cut({ from, to }, (day) => (per === 'day' ? day : day.with({ day: day.daysInMonth })));
}

/** The days in pieces that one statement reads. */
export function pieces(days: FileDays): readonly FilePart[] {
  return cut(days, (day) => day.add({ days: DAYS_AT_ONCE - 1 })).map((part) => {
    const { start, end } = spanOf(part);
    if (start === null || end === null) throw new RangeError('both days are known');
    return { ...part, start, end };
  });
}

function cut({ from, to }: FileDays, lastOf: (day: Temporal.PlainDate) => Temporal.PlainDate): FileDays[] {
  const parts: FileDays[] = [];
  for (let day = from; day <= to;) {
    const last = earlier(lastOf(Temporal.PlainDate.from(day)).toString(), to);
    parts.push({ from: day, to: last });
    day = Temporal.PlainDate.from(last).add({ days: 1 }).toString();
  }
  return parts;
}

/** The later, or the earlier, of two days. */
export const later = (a: string, b: string) => (a > b ? a : b);
export const earlier = (a: string, b: string) => (a < b ? a : b);
