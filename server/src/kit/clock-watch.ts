import { uptime } from 'node:os';
import { MINUTE_MS, SECOND_MS, systemClock } from './clock.ts';

/** The size of ordinary corrections, which do no harm. */
const TOLERATED_MS = 5 * MINUTE_MS;

/** Two measures of time: the clock, which anybody may set, and how long this machine has run, asleep or not. */
export interface Times {
  readonly clockMs: () => number;
  readonly uptimeMs: () => number;
}

const ofThisMachine: Times = { clockMs: () => systemClock().wall().getTime(), uptimeMs: () => uptime() * SECOND_MS };

/** The clock shows a time that has not come, or one that has been. */
export class ClockLeapt extends Error {
  constructor(leaptMs: number) {
    const minutes = Math.round(Math.abs(leaptMs) / MINUTE_MS);
    super(
      `The clock of this machine has leapt ${leaptMs > 0 ? 'ahead' : 'back'} by ${minutes} minutes since Boreal was started: nothing is billed, ` +
        'renewed or watched by it. Set the clock, best by NTP, and all goes on by itself. If it is right now and was wrong before, or if this ' +
        'machine was paused, restart Boreal.',
    );
    this.name = 'ClockLeapt';
  }
}

/**
 * Answers a check that throws as long as the clock has moved otherwise than time has since now. A clock that is set a day ahead would
 * have a day of all servers billed within a minute, and prepaid terms end. @throws ClockLeapt
 */
export function createClockWatch({ clockMs, uptimeMs }: Times = ofThisMachine): () => void {
  const leadAtFirst = clockMs() - uptimeMs();
  return () => {
    const leaptMs = clockMs() - uptimeMs() - leadAtFirst;
    if (Math.abs(leaptMs) > TOLERATED_MS) throw new ClockLeapt(leaptMs);
  };
}
