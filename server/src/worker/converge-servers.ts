import pLimit, { type LimitFunction } from 'p-limit';
import { z } from 'zod';
import type { Ctx } from '../core/ground/ctx.ts';
import { findEngineOf } from '../core/fleet/servers/servers.store.ts';
import { convergeServer } from '../core/fleet/lifecycle/converge/converge-server.ts';
import type { StepResult } from '../core/fleet/lifecycle/converge/step-result.ts';
import type { Engines } from '../engines/engines.ts';
import { timed, type Measures } from '../kit/measures.ts';

const Payload = z.object({ serverId: z.string() });

/** Steps servers until nothing is due. */
export interface Convergence {
  /** The job that a new wish triggers. Throws what a step throws. */
  readonly job: (payload: unknown) => Promise<void>;
  /** Waits for steps in progress. Servers that are waiting are left to the next sweep, here or elsewhere. */
  stop(): Promise<void>;
}

/**
 * Steps at most `atOnce` servers of each engine at a time, so that an engine that hangs delays only its own servers. `rests`: whether
 * stepping is suspended. A server that has to wait, for its machine to boot for example, is stepped again by a timer of this process rather
 * than by another job: its row says when, and the sweep finds it if the process dies.
 */
export function convergeServers(
  ctx: Ctx,
  engines: Engines,
  { atOnce, measures, rests = async () => false }: { atOnce: number; measures: Measures; rests?: () => Promise<boolean> },
): Convergence {
  const lanes = new Map<string | null, LimitFunction>();
  const laneOf = async (serverId: string): Promise<LimitFunction> => {
    const engine = engines.all.length > 1 ? await findEngineOf(ctx.db.sql, serverId) : null;
    const lane = lanes.get(engine) ?? pLimit(atOnce);
    lanes.set(engine, lane);
    return lane;
  };
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const step = async (lane: LimitFunction, serverId: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      // While suspended, not even deadlines take effect. The sweep comes back to the server.
      if (await rests()) return;
      const result = await look(serverId);
      if (result.is === 'done') return;
      if (result.is === 'wait') return wait(lane, serverId, result.ms / ctx.clock.scale);
    }
  };

  const look = (serverId: string): Promise<StepResult> =>
    timed(() => convergeServer(ctx, engines, serverId), {
      done: (result, seconds) => measures.stepped({ result: result.is, waits: result.is === 'wait' ? result.reason : null, seconds }),
      failed: (_error, seconds) => measures.stepped({ result: 'failed', waits: null, seconds }),
    });

  const wait = (lane: LimitFunction, serverId: string, wallMs: number): void => {
    clearTimeout(timers.get(serverId));
    if (stopping.signal.aborted) return;
    // A timer may fire a fraction of a millisecond early, when nothing is due yet.
    const timer = setTimeout(() => void lookAgain(lane, serverId), Math.ceil(wallMs) + 1);
    timers.set(serverId, timer);
  };

  const lookAgain = async (lane: LimitFunction, serverId: string): Promise<void> => {
    timers.delete(serverId);
    try {
      await inTurn(lane, serverId);
    } catch (error) {
      ctx.log.warn({ err: error, serverId }, 'a server could not be looked at; the sweep comes back to it');
    }
  };

  const inTurn = (lane: LimitFunction, serverId: string): Promise<void> => {
    const turn = lane(() => step(lane, serverId));
    running.add(turn);
    return turn.finally(() => running.delete(turn));
  };

  return {
    async job(payload) {
      const { serverId } = Payload.parse(payload);
      const lane = await laneOf(serverId);
      // A job that waits for its turn occupies one of the queue's slots, which other engines' servers need.
      if (engines.all.length > 1 && lane.activeCount >= atOnce) void lookAgain(lane, serverId);
      else await inTurn(lane, serverId);
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.allSettled(running);
    },
  };
}
