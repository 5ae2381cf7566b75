import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `run` now and then again `ms` of real time after each end, never twice at once, until the signal aborts. An error goes to
 * `onError` and does not stop the next run. Resolves when the last run has ended.
 */
export async function every(
  ms: number,
  run: () => Promise<unknown>,
  options: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  const { signal, onError } = options;
  while (!signal.aborted) {
    try {
      await run();
    } catch (error) {
      onError(error);
    }
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }
}
