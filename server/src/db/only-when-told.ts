import type { Clock } from '../kit/clock.ts';
import type { Channel, Notifications } from './notifications.ts';

/**
 * Runs `run` only if a channel told of something since it last did, or notifications are not heard, or it has not run for
 * `atLeastEveryMs`: at other times nobody asks the database.
 */
export function onlyWhenTold(
  run: () => Promise<void>,
  options: { notifications: Notifications; channel: Channel; atLeastEveryMs: number; clock: Pick<Clock, 'wall'> },
): () => Promise<void> {
  const { notifications, channel, atLeastEveryMs, clock } = options;
  let nextAt = 0;
  const runNext = () => {
    nextAt = 0;
  };
  notifications.follow(channel, { onTold: runNext, onGap: runNext });
  return async () => {
    const at = clock.wall().getTime();
    // One that is further away than that was reckoned by a clock that was ahead, and has been set back since.
    if (at < nextAt && nextAt - at <= atLeastEveryMs && notifications.heard()) return;
    // Before it runs: what is told meanwhile may have come too late for it.
    nextAt = at + atLeastEveryMs;
    try {
      await run();
    } catch (error) {
      runNext();
      throw error;
    }
  };
}
