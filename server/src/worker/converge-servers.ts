import pLimit from 'p-limit';
import { z } from 'zod';
import type { Ctx } from '../core/ground/ctx.ts';
import { convergeServer } from '../core/fleet/lifecycle/converge/converge-server.ts';
import type { StepResult } from '../core/fleet/lifecycle/converge/step-result.ts';
import type { Engine } from '../engines/engine.ts';
import { timed, type Measures } from '../kit/measures.ts';

const Payload = z.object({ serverId: z.string() });

/** Steps servers until nothing is due. */
export interface Convergence {
  /** The job that a wish wakes. Throws what a step throws. */
  readonly job: (payload: unknown) => Promise<void>;
  /** Lets steps in progress end. Servers that wait are left to the next sweep, here or elsewhere. */
  stop(): Promise<void>;
}

/**
 * Steps at most `atOnce` servers at a time. A server that has to wait, as for its machine to boot, is looked at again by a timer of
 * this process rather than by another job: the row says when, and the sweep finds it if the process dies.
 */
export function convergeServers(ctx: Ctx, engine: Engine, { atOnce, measures }: { atOnce: number; measures: Measures }): Convergence {
  const limit = pLimit(atOnce);
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const step = async (serverId: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      const result = await look(serverId);
      if (result.is === 'done') return;
      if (result.is === 'wait') return wait(serverId, result.ms / ctx.clock.scale);
    }
  };

  const look = (serverId: string): Promise<StepResult> =>
    timed(() => convergeServer(ctx, engine, serverId), {
      done: (result, seconds) => measures.stepped({ result: result.is, waits: result.is === 'wait' ? result.reason : null, seconds }),
      failed: (_error, seconds) => measures.stepped({ result: 'failed', waits: null, seconds }),
    });

  const wait = (serverId: string, wallMs: number): void => {
    clearTimeout(timers.get(serverId));
    if (stopping.signal.aborted) return;
    // A timer may be early by a part of a millisecond, and nothing would be due yet.
    const timer = setTimeout(() => void lookAgain(serverId), Math.ceil(wallMs) + 1);
    timers.set(serverId, timer);
  };

  const lookAgain = async (serverId: string): Promise<void> => {
    timers.delete(serverId);
    try {
      await inTurn(serverId);
    } catch (error) {
      ctx.log.warn({ err: error, serverId }, 'a server could not be looked at; the sweep comes back to it');
    }
  };

  const inTurn = (serverId: string): Promise<void> => {
    const turn = limit(() => step(serverId));
    running.add(turn);
    return turn.finally(() => running.delete(turn));
  };

  return {
    job: (payload) => inTurn(Payload.parse(payload).serverId),
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.allSettled(running);
    },
  };
}
