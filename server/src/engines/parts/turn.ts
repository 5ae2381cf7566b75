import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';

/** One call of the port: how long it may go on. What takes longer goes on where it runs, and the next call looks at it. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Milliseconds left to wait in; 0 when it is time to answer. */
  left(): number;
}

export function turnOf(clock: Pick<Clock, 'wall'>, options: { signal: AbortSignal; patienceMs: number }): Turn {
  const end = clock.wall().getTime() + options.patienceMs;
  return { signal: options.signal, left: () => Math.max(0, end - clock.wall().getTime()) };
}

/** A pause, when there is time for one. */
export async function pause(turn: Turn, ms: number): Promise<boolean> {
  if (turn.left() < ms) return false;
  await sleep(ms, undefined, { signal: turn.signal });
  return true;
}

/**
 * Work that may outlast the call that began it: who asks again by the same key waits for the same, until somebody has its outcome.
 * What it throws is thrown to whoever has it.
 */
export function createLongWork<T>(): (turn: Turn, key: string, begin: () => Promise<T>) => Promise<{ readonly outcome: T } | 'later'> {
  const underWay = new Map<string, Promise<readonly [PromiseSettledResult<T>]>>();
  return async (turn, key, begin) => {
    const work = underWay.get(key) ?? Promise.allSettled([begin()]);
    underWay.set(key, work);
    const over = new AbortController();
    const late = sleep(turn.left(), 'later' as const, { signal: AbortSignal.any([turn.signal, over.signal]) });
    const settled = await Promise.race([work, late]).finally(() => {
      over.abort();
      late.catch(() => undefined);
    });
    if (settled === 'later') return 'later';
    underWay.delete(key);
    if (settled[0].status === 'rejected') throw settled[0].reason;
    return { outcome: settled[0].value };
  };
}
