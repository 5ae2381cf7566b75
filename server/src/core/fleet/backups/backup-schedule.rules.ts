import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { Temporal } from 'temporal-polyfill';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';

/** A backup that could not begin within this time is skipped. */
export const MISSED_AFTER_MS = 6 * HOUR_MS;

/** A day on Toronto's calendar, `2027-03-14`, of an automatic backup. */
export type LocalDate = string;

/** What determines an automatic backup's time. `hourLocal` is the Eastern hour, 0 to 23. */
export interface BackupSchedule {
  readonly serverId: string;
  readonly hourLocal: number;
}

/** The Toronto date of an instant. */
export function localDateOf(at: Date): LocalDate {
  return inToronto(at).toPlainDate().toString();
}

/**
 * When the backup of a date runs: at the first instant of that hour in Toronto (an hour skipped by the clock change counts as the next one,
 * an hour that comes twice as the first), plus an offset within the hour that is fixed for each server.
 */
export function runAt(date: LocalDate, schedule: BackupSchedule): Date {
  const begin = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: BILLING_TIMEZONE, plainTime: { hour: schedule.hourLocal } });
  return addMs(new Date(begin.epochMilliseconds), spreadMs(schedule.serverId));
}

/** The first run after an instant, on a date later than `lastDate` (null: any date). Counts calendar days, never hours. */
export function nextRunAt(schedule: BackupSchedule, { after, lastDate }: { after: Date; lastDate: LocalDate | null }): Date {
  let date = inToronto(after).toPlainDate();
  if (lastDate !== null && lastDate >= date.toString()) date = Temporal.PlainDate.from(lastDate).add({ days: 1 });
  const run = runAt(date.toString(), schedule);
  return run > after ? run : runAt(date.add({ days: 1 }).toString(), schedule);
}

/** The same time of day, a number of days later, in Toronto. */
export function addLocalDays(at: Date, days: number): Date {
  return new Date(inToronto(at).add({ days }).epochMilliseconds);
}

/** The server's offset within the hour, in whole seconds, from its id (FNV-1a). */
function spreadMs(serverId: string): number {
  let hash = 0x811c9dc5;
  for (const letter of serverId) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) % 3600) * 1000;
}

function inToronto(at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(BILLING_TIMEZONE);
}
