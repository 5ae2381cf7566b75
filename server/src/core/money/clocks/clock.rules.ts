import { addMs, HOUR_MS } from '../../../kit/clock.ts';

/** A run of a server's hourly clock: hour k (from 0) is [anchor + k h, anchor + (k+1) h). */
export interface ClockRun {
  readonly serverId: string;
  readonly number: number;
  readonly anchorAt: Date;
  readonly started: boolean;
  readonly stopsAt: Date | null;
}

/** Whether a run has stopped by a given time. A run that waits for its server within a paid hour stops when that hour is over. */
export function hasStopped({ stopsAt }: Pick<ClockRun, 'stopsAt'>, at: Date): boolean {
  return stopsAt !== null && stopsAt <= at;
}

/** The millisecond within the hour at which a run's hours begin: how the meter finds due runs. */
export function phaseMs(anchorAt: Date): number {
  return anchorAt.getTime() % HOUR_MS;
}

/** The start of the run's hour that contains `at`; the anchor for any earlier time. */
export function hourStart(anchorAt: Date, at: Date): Date {
  const hours = Math.max(0, Math.floor((at.getTime() - anchorAt.getTime()) / HOUR_MS));
  return addMs(anchorAt, hours * HOUR_MS);
}

/**
 * Until when a stopped run is paid: the end of the hour in which it stopped, or of its first hour. A run that stopped exactly on the hour
 * did not begin the next one.
 */
export function paidUntil(anchorAt: Date, stopsAt: Date): Date {
  const hours = Math.max(1, Math.ceil((stopsAt.getTime() - anchorAt.getTime()) / HOUR_MS));
  return addMs(anchorAt, hours * HOUR_MS);
}
