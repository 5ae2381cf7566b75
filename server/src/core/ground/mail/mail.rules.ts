import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';

/** How many times a mail is attempted before we give it up. */
export const MAIL_ATTEMPTS = 14;

/** How long an attempt holds a mail: longer than any attempt takes. */
export const MAIL_LEASE_MS = 2 * MINUTE_MS;

/** How long a mail's content is kept; after that only recipient, kind, time and outcome. */
export const MAIL_CONTENT_KEPT_MS = 90 * DAY_MS;

/** How long that record is kept. */
export const MAIL_RECORD_KEPT_MS = 730 * DAY_MS;

const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 4 * HOUR_MS;

/** The pause after a number of failed attempts, real time: one minute, doubled each time up to four hours, with a jitter of a quarter. */
export function pauseMs(attempts: number, random: (below: number) => number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
  return pause + random(Math.floor(pause / 4));
}
