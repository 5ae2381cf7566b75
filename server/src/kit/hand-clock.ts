import { addMs, type Clock } from './clock.ts';

/** A clock for tests that stands still until it is moved. Real time and product time are the same. */
export interface HandClock extends Clock {
  advance(ms: number): void;
  /** Moves forward to a time; never back. */
  moveTo(time: Date): void;
}

export function handClock(start: Date): HandClock {
  let now = start;
  return {
    now: () => now,
    wall: () => now,
    scale: 1,
    advance(ms) {
      now = addMs(now, ms);
    },
    moveTo(time) {
      if (time > now) now = time;
    },
  };
}
