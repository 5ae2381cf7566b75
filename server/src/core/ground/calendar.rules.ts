import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { Temporal } from 'temporal-polyfill';

/** [start, end) of a calendar period, as instants. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** The month of `at` on Toronto's calendar. */
export const billingMonth = remembered((at) => {
  const day = torontoDay(at).with({ day: 1 });
  return { start: startOf(day), end: startOf(day.add({ months: 1 })) };
});

/** The day of `at` on Toronto's calendar: 23 or 25 hours long when the clocks change. */
export const billingDay = remembered((at) => {
  const day = torontoDay(at);
  return { start: startOf(day), end: startOf(day.add({ days: 1 })) };
});

/** Nearly always the period is the same as in the last call, and the calendar is slow. */
function remembered(find: (at: Date) => Period): (at: Date) => Period {
  let last: Period | null = null;
  return (at) => {
    if (last === null || at < last.start || at >= last.end) last = find(at);
    return { start: new Date(last.start), end: new Date(last.end) };
  };
}

/** The last `count` days of Toronto's calendar, oldest first, ending with the day of `at`. */
export function lastDays(at: Date, count: number): readonly (Period & { readonly date: string })[] {
  const today = torontoDay(at);
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index });
    return { date: day.toString(), start: startOf(day), end: startOf(day.add({ days: 1 })) };
  });
}

/** [start, end) of the days from one date to another, both inclusive, on Toronto's calendar; an absent date is no bound. */
export function spanOf(dates: { from?: string | undefined; to?: string | undefined }): { start: Date | null; end: Date | null } {
  return {
    start: dates.from === undefined ? null : startOf(Temporal.PlainDate.from(dates.from)),
    end: dates.to === undefined ? null : startOf(Temporal.PlainDate.from(dates.to).add({ days: 1 })),
  };
}

/** [start, end) of a date on Toronto's calendar. */
export function dayOf(date: string): Period {
  const day = Temporal.PlainDate.from(date);
  return { start: startOf(day), end: startOf(day.add({ days: 1 })) };
}

/** The date a number of days before another, whatever the length of its days. */
export function daysBefore(date: string, days: number): string {
  return Temporal.PlainDate.from(date).subtract({ days }).toString();
}

/** The Toronto date of an instant, `YYYY-MM-DD`. */
export function dateOf(at: Date): string {
  return torontoDay(at).toString();
}

/** The same time of day a number of months later on Toronto's calendar; the month's last day if the month is too short. */
export function addMonths(at: Date, months: number): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(BILLING_TIMEZONE).add({ months });
  return new Date(there.epochMilliseconds);
}

function torontoDay(at: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(BILLING_TIMEZONE).toPlainDate();
}

function startOf(day: Temporal.PlainDate): Date {
  return new Date(day.toZonedDateTime(BILLING_TIMEZONE).epochMilliseconds);
}
