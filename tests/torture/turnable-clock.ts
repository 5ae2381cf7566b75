import { handClock, type HandClock } from '../../server/src/kit/hand-clock.ts';

/** A clock moved by hand that each history begins anew, also earlier than the last one ended. */
export interface TurnableClock extends HandClock {
  restart(at: Date): void;
}

export function turnableClock(start: Date): TurnableClock {
  let clock = handClock(start);
  return {
    now: () => clock.now(),
    wall: () => clock.wall(),
    scale: 1,
    advance: (ms) => clock.advance(ms),
    moveTo: (time) => clock.moveTo(time),
    restart(at) {
      clock = handClock(at);
    },
  };
}
