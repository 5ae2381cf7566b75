import { BILLING_TIMEZONE } from '@boreal/contract/billing.ts';
import { Temporal } from 'temporal-polyfill';

/** [start, end) of a calendar period, as instants. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** The month that `at` falls into on Toronto's calendar. */
export function billingMonth(at: Date): Period {
  const day = torontoDay(at).with({ day: 1 });
  return { start: startOf(day), end: startOf(day.add({ months: 1 })) };
}

/** The day that `at` falls into on Toronto's calendar: 23 or 25 hours long when the clocks change. */
export function billingDay(at: Date): Period {
  const day = torontoDay(at);
  return { start: startOf(day), end: startOf(day.add({ days: 1 })) };
}

function torontoDay(at: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(BILLING_TIMEZONE).toPlainDate();
}

function startOf(day: Temporal.PlainDate): Date {
  return new Date(day.toZonedDateTime(BILLING_TIMEZONE).epochMilliseconds);
}
