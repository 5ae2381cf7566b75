import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../kit/clock.ts';

/** What failed is tried again after this at the latest: nobody should wait for tomorrow because the database was away for a minute. */
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Runs `run` now and then again `ms` of real time after each end, never twice at once, until the signal aborts. An error goes to
 * `onError` and does not stop the next run, which then comes after ten minutes at the latest. Resolves when the last run has ended.
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
