/** Days of the calendar as `YYYY-MM-DD`, computed without a time zone: callers decide which instants they are. */

/** The day a number of days after this one. */
export function addDays(date: string, days: number): string {
  const day = noon(date);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The first day of the month that is a number of months after this day's month. */
export function addMonthsToFirst(date: string, months: number): string {
  const day = noon(`${date.slice(0, 7)}-01`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}

function noon(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}
