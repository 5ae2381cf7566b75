import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, systemClock, type Clock } from '../../kit/clock.ts';

/** The time limit of one call of the port. Longer work continues on the engine, and the next call looks at it. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Milliseconds left to wait; 0 when it is time to answer. */
  left(): number;
}

export function turnOf(clock: Pick<Clock, 'wall'>, options: { signal: AbortSignal; patienceMs: number }): Turn {
  const end = clock.wall().getTime() + options.patienceMs;
  return { signal: options.signal, left: () => Math.max(0, end - clock.wall().getTime()) };
}

/** Pauses, if there is time. */
export async function pause(turn: Turn, ms: number): Promise<boolean> {
  if (turn.left() < ms) return false;
  await sleep(ms, undefined, { signal: turn.signal });
  return true;
}

/**
 * How long the outcome of work stays relevant: whoever still wants it calls again within minutes. Later it means nothing to the caller: the
 * server was given up meanwhile and is wanted again, or another process owns it.
 */
const NEWS_MS = 15 * MINUTE_MS;

/** Work that may outlast the call that began it. */
export interface LongWork<T> {
  /**
   * Begins the work, or waits for what was begun with the same key, until a caller receives its outcome. Errors go to whoever receives it.
   * An outcome that nobody asked for while it was relevant is discarded, and the work is begun again.
   */
  do(turn: Turn, key: string, begin: () => Promise<T>): Promise<{ readonly outcome: T } | 'later'>;
  /** Waits for work that was begun, as long as this call may; returns whether it is still running. The outcome stays available. */
  goesOn(turn: Turn, key: string): Promise<boolean>;
}

interface Begun<T> {
  readonly work: Promise<readonly [PromiseSettledResult<T>]>;
  /** Null while it is running. */
  endedAt: Date | null;
}

export function createLongWork<T>(clock: Pick<Clock, 'wall'> = systemClock()): LongWork<T> {
  const begun = new Map<string, Begun<T>>();

  function start(key: string, begin: () => Promise<T>): Begun<T> {
    const started: Begun<T> = { work: Promise.allSettled([begin()]), endedAt: null };
    void started.work.then(() => (started.endedAt = clock.wall()));
    begun.set(key, started);
    return started;
  }

  function forgetOld(): void {
    const now = clock.wall().getTime();
    for (const [key, { endedAt }] of begun) if (endedAt !== null && now - endedAt.getTime() > NEWS_MS) begun.delete(key);
  }

  return {
    async do(turn, key, begin) {
      forgetOld();
      const started = begun.get(key) ?? start(key, begin);
      const settled = await unlessLate(turn, started.work);
      if (settled === 'later') return 'later';
      if (begun.get(key) === started) begun.delete(key);
      if (settled[0].status === 'rejected') throw settled[0].reason;
      return { outcome: settled[0].value };
    },
    async goesOn(turn, key) {
      const started = begun.get(key);
      return started !== undefined && (await unlessLate(turn, started.work)) === 'later';
    },
  };
}

async function unlessLate<T>(turn: Turn, work: Promise<T>): Promise<T | 'later'> {
  const over = new AbortController();
  const late = sleep(turn.left(), 'later' as const, { signal: AbortSignal.any([turn.signal, over.signal]) });
  return Promise.race([work, late]).finally(() => {
    over.abort();
    late.catch(() => undefined);
  });
}
