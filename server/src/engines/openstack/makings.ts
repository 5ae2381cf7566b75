import { isDeepStrictEqual } from 'node:util';
import type { MachineSpec } from '../engine.ts';
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
   * Does what must not be broken off, when its turn comes and somebody waits for it: who holds a server may be another process a moment
   * later, which sees nothing of what waits here. Throws what it throws, and what `unwanted` says when it was not begun.
   */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
}

/** Machines that are being made, each of which goes on when the call that began it ends. */
export interface Makings {
  /** Makes a machine; who asks again waits for the same. Throws what kept it from being made. */
  make(turn: Turn, spec: MachineSpec, make: (making: Making) => Promise<void>): Promise<'over' | 'under way'>;
  /**
   * Waits for one that is being made, as long as this call may; whether it still is. Where something else was wanted of it, it is given up
   * if its turn has not come, and what becomes of it concerns nobody.
   */
  isWantedUnderWay(turn: Turn, spec: MachineSpec): Promise<boolean>;
  /** Likewise for who only looks. */
  isUnderWay(turn: Turn, serverId: string): Promise<boolean>;
  /** Likewise for who does not want it: it is not made if its turn has not come. What became of it concerns nobody then. */
  dropOrAwait(turn: Turn, serverId: string): Promise<'over' | 'under way'>;
}

interface UnderWay {
  readonly spec: MachineSpec;
  readonly drop: AbortController;
  /** How many calls wait for it. */
  asking: number;
  /** Begins it, when it waits for its turn. */
  begin: (() => void) | null;
}

export function createMakings(): Makings {
  const long = createLongWork<void>();
  /** In the order of their coming; those whose turn has come are among them. */
  const underWay = new Map<string, UnderWay>();
  let atWork = 0;

  async function start(spec: MachineSpec, make: (making: Making) => Promise<void>): Promise<void> {
    const state: UnderWay = { spec, drop: new AbortController(), asking: 0, begin: null };
    const { signal } = state.drop;
    underWay.set(spec.serverId, state);
    try {
      await make({ unwanted: signal, inTurn: (work) => inTurn(state, work) });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      underWay.delete(spec.serverId);
    }
  }

  async function inTurn(state: UnderWay, work: () => Promise<void>): Promise<void> {
    const { signal } = state.drop;
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => turn.reject(signal.reason), { once: true });
    state.begin = turn.resolve;
    advance();
    await turn.promise.finally(() => (state.begin = null));
    try {
      await work();
    } finally {
      atWork -= 1;
      advance();
    }
  }

  /** Begins those that somebody waits for, the first come first. The others keep their place in the line. */
  function advance(): void {
    for (const state of underWay.values()) {
      if (atWork >= AT_ONCE) return;
      if (state.begin === null || state.asking === 0 || state.drop.signal.aborted) continue;
      atWork += 1;
      state.begin();
      state.begin = null;
    }
  }

  async function whileAsking<T>(state: UnderWay | undefined, wait: () => Promise<T>): Promise<T> {
    if (state === undefined) return wait();
    state.asking += 1;
    advance();
    try {
      return await wait();
    } finally {
      state.asking -= 1;
    }
  }

  return {
    async make(turn, spec, make) {
      const { serverId } = spec;
      const made = long.do(turn, serverId, () => start(spec, make));
      return (await whileAsking(underWay.get(serverId), () => made)) === 'later' ? 'under way' : 'over';
    },
    async isWantedUnderWay(turn, spec) {
      const { serverId } = spec;
      const state = underWay.get(serverId);
      if (state && !isDeepStrictEqual(state.spec, spec)) state.drop.abort();
      return whileAsking(state, () => long.goesOn(turn, serverId));
    },
    isUnderWay: (turn, serverId) => whileAsking(underWay.get(serverId), () => long.goesOn(turn, serverId)),
    async dropOrAwait(turn, serverId) {
      underWay.get(serverId)?.drop.abort();
      const there = await long.do(turn, serverId, async () => undefined).catch(() => turn.signal.throwIfAborted());
      return there === 'later' ? 'under way' : 'over';
    },
  };
}
