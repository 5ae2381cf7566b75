import pLimit from 'p-limit';
import { createLongWork, type Turn } from '../parts/turn.ts';

/**
 * As many at once. Making one is a dozen requests, and a cloud that gets those of thirty at the same time may answer none of them within
 * a minute; what is asked again then is asked of a cloud that still works on it.
 */
const AT_ONCE = 5;

/** What the making of a machine knows of those who want it, and of the others. */
export interface Making {
  /** Aborted when the machine is wanted no more: what waits for its turn, or for what comes before it, ends. */
  readonly unwanted: AbortSignal;
  /**
   * Does what must not be broken off, when its turn comes. It is waited for only while somebody asks: who holds a server may be another
   * process a moment later, which sees nothing of what waits here. Throws what it throws, and what `unwanted` says when it was not begun.
   */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
}

/** Machines that are being made, each of which goes on when the call that began it ends. */
export interface Makings {
  /** Makes a machine; who asks again waits for the same. Throws what kept it from being made. */
  make(turn: Turn, serverId: string, make: (making: Making) => Promise<void>): Promise<'over' | 'under way'>;
  /** Waits for one that is being made, as long as this call may; whether it still is. */
  isUnderWay(turn: Turn, serverId: string): Promise<boolean>;
  /** Likewise for who does not want it: it is not made if its turn has not come. What became of it concerns nobody then. */
  dropOrAwait(turn: Turn, serverId: string): Promise<'over' | 'under way'>;
}

interface UnderWay {
  readonly drop: AbortController;
  /** It waits for its turn. */
  waits: boolean;
}

export function createMakings(): Makings {
  const places = pLimit(AT_ONCE);
  const long = createLongWork<void>();
  const underWay = new Map<string, UnderWay>();
  /** How many calls wait for which. */
  const asking = new Map<string, number>();

  async function begin(serverId: string, make: (making: Making) => Promise<void>): Promise<void> {
    const state: UnderWay = { drop: new AbortController(), waits: false };
    const { signal } = state.drop;
    underWay.set(serverId, state);
    try {
      await make({ unwanted: signal, inTurn: (work) => inTurn(serverId, state, work) });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      underWay.delete(serverId);
    }
  }

  async function inTurn(serverId: string, state: UnderWay, work: () => Promise<void>): Promise<void> {
    const { signal } = state.drop;
    if (!asking.has(serverId)) state.drop.abort();
    signal.throwIfAborted();
    const done = Promise.withResolvers<void>();
    const leave = () => done.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    state.waits = true;
    void places(async () => {
      if (signal.aborted) return;
      signal.removeEventListener('abort', leave);
      state.waits = false;
      await work().then(done.resolve, done.reject);
    });
    return done.promise;
  }

  /** Counts a call while it waits; with the last one, what has not begun leaves the line. */
  async function whileAsking<T>(serverId: string, wait: () => Promise<T>): Promise<T> {
    asking.set(serverId, (asking.get(serverId) ?? 0) + 1);
    try {
      return await wait();
    } finally {
      const left = (asking.get(serverId) ?? 1) - 1;
      if (left > 0) asking.set(serverId, left);
      else asking.delete(serverId);
      const state = underWay.get(serverId);
      if (left === 0 && state?.waits === true) state.drop.abort();
    }
  }

  return {
    make: (turn, serverId, make) =>
      whileAsking(serverId, async () => ((await long.do(turn, serverId, () => begin(serverId, make))) === 'later' ? 'under way' : 'over')),
    isUnderWay: (turn, serverId) => whileAsking(serverId, () => long.goesOn(turn, serverId)),
    async dropOrAwait(turn, serverId) {
      underWay.get(serverId)?.drop.abort();
      const there = await long.do(turn, serverId, async () => undefined).catch(() => turn.signal.throwIfAborted());
      return there === 'later' ? 'under way' : 'over';
    },
  };
}
