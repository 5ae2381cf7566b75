import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../kit/clock.ts';

/** The longest wait before a failed run is retried: a minute without the database must not delay the work until tomorrow. */
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Runs `run` now, and again `ms` of real time after each run ends, never two at once, until the signal aborts. An error goes to `onError`
 * and does not prevent the next run, which then comes after ten minutes at the latest. Resolves when the last run has ended.
 */
export async function every(
  ms: number,
  run: () => Promise<unknown>,
  options: { signal: AbortSignal; onError: (error: unknown) => void; retryMs?: number },
): Promise<void> {
  const { signal, onError, retryMs = RETRY_MS } = options;
  while (!signal.aborted) {
    let waitMs = ms;
    try {
      await run();
    } catch (error) {
      onError(error);
      waitMs = Math.min(ms, retryMs);
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
