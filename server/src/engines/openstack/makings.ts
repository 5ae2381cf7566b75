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
  /** Does what must not be broken off, when its turn comes. Throws what it throws, and what `unwanted` says when it was not begun. */
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

export function createMakings(): Makings {
  const places = pLimit(AT_ONCE);
  const long = createLongWork<void>();
  const underWay = new Map<string, AbortController>();

  async function begin(serverId: string, make: (making: Making) => Promise<void>): Promise<void> {
    const drop = new AbortController();
    underWay.set(serverId, drop);
    try {
      await make({ unwanted: drop.signal, inTurn: (work) => inTurn(drop.signal, work) });
    } catch (error) {
      if (!drop.signal.aborted) throw error;
    } finally {
      underWay.delete(serverId);
    }
  }

  async function inTurn(unwanted: AbortSignal, work: () => Promise<void>): Promise<void> {
    unwanted.throwIfAborted();
    const done = Promise.withResolvers<void>();
    const leave = () => done.reject(unwanted.reason);
    unwanted.addEventListener('abort', leave, { once: true });
    void places(async () => {
      if (unwanted.aborted) return;
      unwanted.removeEventListener('abort', leave);
      await work().then(done.resolve, done.reject);
    });
    return done.promise;
  }

  return {
    make: async (turn, serverId, make) => ((await long.do(turn, serverId, () => begin(serverId, make))) === 'later' ? 'under way' : 'over'),
    isUnderWay: (turn, serverId) => long.goesOn(turn, serverId),
    async dropOrAwait(turn, serverId) {
      underWay.get(serverId)?.abort();
      const there = await long.do(turn, serverId, async () => undefined).catch(() => turn.signal.throwIfAborted());
      return there === 'later' ? 'under way' : 'over';
    },
  };
}
