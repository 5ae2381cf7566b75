import { addMs, DAY_MS } from '../../kit/clock.ts';

/**
 * Backups that ended before this are too old. Computed from the copy before the one just made: with a clock set a year ahead, all of them
 * would seem too old at once. Null: there was none.
 */
export function tooOldBefore({ now, before, keepDays }: { now: Date; before: Date | null; keepDays: number }): Date {
  return addMs(before !== null && before < now ? before : now, -keepDays * DAY_MS);
}
