import { addMs, HOUR_MS, MINUTE_MS, type Clock } from '../../../kit/clock.ts';

/** The most of each kind that is shown. */
export const STUCK_SHOWN = 100;

/** The number of attempts after which self-retrying work deserves a person's attention. */
export const ATTEMPTS_WORTH_A_LOOK = 5;

/** How long each kind of work may take before it counts as stuck. */
const PATIENCE = {
  /** Between the time a server should have been looked at and now. */
  server: { productMs: 10 * MINUTE_MS, wallMs: 2 * MINUTE_MS },
  backup: { productMs: 2 * HOUR_MS, wallMs: 5 * MINUTE_MS },
  payment: { productMs: HOUR_MS, wallMs: 5 * MINUTE_MS },
  refund: { productMs: 24 * HOUR_MS, wallMs: 10 * MINUTE_MS },
} as const;

/** What began, or was due, before this time has waited too long. */
export function tooLongAgo(clock: Clock, sort: keyof typeof PATIENCE): Date {
  const { productMs, wallMs } = PATIENCE[sort];
  return addMs(clock.now(), -Math.max(productMs, wallMs * clock.scale));
}

/** A job due before this time has been left behind, and one taken before it has died. Real time. */
export const jobsLeftBefore = (clock: Clock): Date => addMs(clock.wall(), -5 * MINUTE_MS);
export const jobsTakenBefore = (clock: Clock): Date => addMs(clock.wall(), -30 * MINUTE_MS);
