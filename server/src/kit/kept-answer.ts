import type { Clock } from './clock.ts';

/**
 * Caches a popular answer in memory: computed at most once in `keepMs` of real time, however many callers ask at once and however fast the
 * product's clock runs. If computing fails, the older answer stays and the next attempt comes after `retryMs`; without an older answer the
 * failure is the answer. `get` returns at once if the answer is in memory.
 */
export function keepAnswer<T>(parts: {
  compute: () => Promise<T>;
  clock: Pick<Clock, 'wall'>;
  keepMs: number;
  retryMs: number;
  onStale: (error: unknown) => void;
}): { get: () => T | Promise<T> } {
  let kept: { readonly answer: T } | null = null;
  let refreshAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<T> | null = null;

  async function refresh(startedAt: number): Promise<T> {
    try {
      kept = { answer: await parts.compute() };
      refreshAt = startedAt + parts.keepMs;
      return kept.answer;
    } catch (error) {
      if (kept === null) throw error;
      parts.onStale(error);
      refreshAt = startedAt + parts.retryMs;
      return kept.answer;
    } finally {
      refreshing = null;
    }
  }

  return {
    get: () => {
      const wall = parts.clock.wall().getTime();
      // A refresh time further ahead than that was set by a clock that was ahead and has been set back since.
      if (kept !== null && wall < refreshAt && refreshAt - wall <= Math.max(parts.keepMs, parts.retryMs)) return kept.answer;
      refreshing ??= refresh(wall);
      return refreshing;
    },
  };
}
