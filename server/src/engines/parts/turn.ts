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

/** Work that may outlast the call that began it. */
export interface LongWork<T> {
  /**
   * Begins it, or waits for what was begun by the same key, until somebody has its outcome. What it throws is thrown to whoever has it.
   */
  do(turn: Turn, key: string, begin: () => Promise<T>): Promise<{ readonly outcome: T } | 'later'>;
  /** Waits for what was begun, as long as this call may; whether it still goes on. Its outcome stays for who asks for it. */
  goesOn(turn: Turn, key: string): Promise<boolean>;
}

export function createLongWork<T>(): LongWork<T> {
  const underWay = new Map<string, Promise<readonly [PromiseSettledResult<T>]>>();
  return {
    async do(turn, key, begin) {
      const work = underWay.get(key) ?? Promise.allSettled([begin()]);
      underWay.set(key, work);
      const settled = await unlessLate(turn, work);
      if (settled === 'later') return 'later';
      underWay.delete(key);
      if (settled[0].status === 'rejected') throw settled[0].reason;
      return { outcome: settled[0].value };
    },
    async goesOn(turn, key) {
      const work = underWay.get(key);
      return work !== undefined && (await unlessLate(turn, work)) === 'later';
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
