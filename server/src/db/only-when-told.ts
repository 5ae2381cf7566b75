import type { Clock } from '../kit/clock.ts';
import type { Channel, Notifications } from './notifications.ts';

/**
 * Runs `run` only if a channel has notified since the last run, or notifications are unavailable, or it has not run for `atLeastEveryMs`:
 * otherwise the database is not queried.
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
    // A time further ahead than that was set by a clock that was ahead and has been set back since.
    if (at < nextAt && nextAt - at <= atLeastEveryMs && notifications.heard()) return;
    // Set before the run: a notification during the run may have come too late for it.
    nextAt = at + atLeastEveryMs;
    try {
      await run();
    } catch (error) {
      runNext();
      throw error;
    }
  };
}
