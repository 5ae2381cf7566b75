import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, systemClock, type Clock } from '../../kit/clock.ts';

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
 * So long the outcome of work is news: who still wants it asks again within minutes. Later, it says nothing to whoever asks: the server
 * was given up meanwhile and is wanted anew, or it is in the hands of another process.
 */
const NEWS_MS = 15 * MINUTE_MS;

/** Work that may outlast the call that began it. */
export interface LongWork<T> {
  /**
   * Begins it, or waits for what was begun by the same key, until somebody has its outcome. What it throws is thrown to whoever has it. An
   * outcome that nobody asked for while it was news is nobody's any more: it is begun anew.
   */
  do(turn: Turn, key: string, begin: () => Promise<T>): Promise<{ readonly outcome: T } | 'later'>;
  /** Waits for what was begun, as long as this call may; whether it still goes on. Its outcome stays for who asks for it. */
  goesOn(turn: Turn, key: string): Promise<boolean>;
}

interface Begun<T> {
  readonly work: Promise<readonly [PromiseSettledResult<T>]>;
  /** Null while it goes on. */
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
