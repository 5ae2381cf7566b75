import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Ctx } from '../core/ground/ctx.ts';
import { convergeServer } from '../core/fleet/lifecycle/converge/converge-server.ts';
import { enqueueConverge } from '../core/fleet/servers/wake-server.store.ts';
import type { Engine } from '../engines/engine.ts';
import { addMs } from '../kit/clock.ts';

const Payload = z.object({ serverId: z.string() });

/** A shorter wait happens inside the job; a longer one comes back as another job, and the slot is free meanwhile. */
const SHORT_WAIT_MS = 200;

/** Steps a server until nothing is due, then ends or asks to be woken. */
export function convergeServerJob(ctx: Ctx, engine: Engine): (payload: unknown) => Promise<void> {
  return async (payload) => {
    const { serverId } = Payload.parse(payload);
    for (;;) {
      const step = await convergeServer(ctx, engine, serverId);
      if (step.is === 'done') return;
      if (step.is === 'next') continue;
      const wallMs = step.ms / ctx.clock.scale;
      if (wallMs > SHORT_WAIT_MS) {
        await ctx.transact((tx) => enqueueConverge(tx, { serverId, runAt: addMs(ctx.clock.wall(), wallMs) }));
        return;
      }
      await sleep(wallMs);
    }
  };
}
