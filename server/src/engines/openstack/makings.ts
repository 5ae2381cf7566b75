import { isDeepStrictEqual } from 'node:util';
import type { MachineSpec } from '../engine.ts';
import { createLongWork, type Turn } from '../parts/turn.ts';

/**
 * The most machines made at once. Making one takes a dozen requests, and a cloud that gets thirty machines' requests at the same time may
 * answer none of them within a minute; retries then reach a cloud that is still working on them.
 */
const AT_ONCE = 5;

/** What making a machine knows about its callers, and about the others. */
export interface Making {
  /** Aborted when the machine is no longer wanted: ends waiting for a turn, or for earlier steps. */
  readonly unwanted: AbortSignal;
  /**
   * Runs work that must not be interrupted, once its turn comes and a caller is waiting: a moment later another process may own the server,
   * which cannot see the queue here. Rejects with the work's error, or with `unwanted`'s reason if it was not begun.
   */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
}

/** Machines being made, each of which continues after the call that began it. */
export interface Makings {
  /** Makes a machine; repeated calls wait for the same one. Rejects with what prevented it. */
  make(turn: Turn, spec: MachineSpec, make: (making: Making) => Promise<void>): Promise<'over' | 'under way'>;
  /**
   * Waits for a machine being made, as long as this call may; returns whether it still is. If something else is now wanted of it, it is
   * dropped unless its turn has come, and its outcome is ignored.
   */
  isWantedUnderWay(turn: Turn, spec: MachineSpec): Promise<boolean>;
  /** The same, for callers that only look. */
  isUnderWay(turn: Turn, serverId: string): Promise<boolean>;
  /** The same, for callers that do not want it: it is not made unless its turn has come, and its outcome is then ignored. */
  dropOrAwait(turn: Turn, serverId: string): Promise<'over' | 'under way'>;
}

interface UnderWay {
  readonly spec: MachineSpec;
  readonly drop: AbortController;
  /** How many calls wait for it. */
  asking: number;
  /** Begins it, if it is waiting for its turn. */
  begin: (() => void) | null;
}

export function createMakings(): Makings {
  const long = createLongWork<void>();
  /** In order of arrival, including those whose turn has come. */
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

  /** Begins those that a caller waits for, first come first served. The others keep their place in the queue. */
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
