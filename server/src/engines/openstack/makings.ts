import pLimit from 'p-limit';
import { createLongWork, type Turn } from '../parts/turn.ts';

/**
 * As many at once. Making one is a dozen requests, and a cloud that gets those of thirty at the same time may answer none of them within
 * a minute; what is asked again then is asked of a cloud that still works on it.
 */
const AT_ONCE = 5;

/** Machines that are being made, each of which goes on when the call that began it ends. */
export interface Makings {
  /** Makes a machine when its turn comes; who asks again waits for the same. Throws what kept it from being made. */
  make(turn: Turn, serverId: string, make: () => Promise<void>): Promise<'over' | 'under way'>;
  /** Waits for one that is being made, as long as this call may; whether it still is. */
  isUnderWay(turn: Turn, serverId: string): Promise<boolean>;
  /** Likewise for who wants it no more: it is not made if its turn has not come. What became of it concerns nobody then. */
  dropOrAwait(turn: Turn, serverId: string): Promise<'over' | 'under way'>;
}

export function createMakings(): Makings {
  const inTurn = pLimit(AT_ONCE);
  const long = createLongWork<void>();
  const unwanted = new Set<string>();
  return {
    async make(turn, serverId, make) {
      unwanted.delete(serverId);
      const begin = () => inTurn(async () => (unwanted.delete(serverId) ? undefined : make()));
      return (await long.do(turn, serverId, begin)) === 'later' ? 'under way' : 'over';
    },
    isUnderWay: (turn, serverId) => long.goesOn(turn, serverId),
    async dropOrAwait(turn, serverId) {
      unwanted.add(serverId);
      const there = await long.do(turn, serverId, async () => undefined).catch(() => turn.signal.throwIfAborted());
      if (there === 'later') return 'under way';
      unwanted.delete(serverId);
      return 'over';
    },
  };
}
