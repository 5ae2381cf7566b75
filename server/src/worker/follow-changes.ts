import type { Ctx } from '../core/ground/ctx.ts';
import { watchMachine } from '../core/fleet/lifecycle/watch/watch-machines.ts';
import type { Engine } from '../engines/engine.ts';
import { SECOND_MS } from '../kit/clock.ts';
import { every } from './every.ts';

/** How soon to reopen a broken connection. The regular watch finds what was missed meanwhile. */
const AGAIN_MS = 5 * SECOND_MS;

/**
 * Looks at a machine as soon as its engine reports a change, until the signal aborts. While `rests` holds, this is left to the regular
 * watch.
 */
export async function followChanges(
  ctx: Ctx,
  engine: Engine,
  { signal, rests }: { signal: AbortSignal; rests: () => Promise<boolean> },
): Promise<void> {
  const { changes } = engine;
  if (!changes) return;
  await every(
    AGAIN_MS,
    async () => {
      for await (const serverId of changes(signal)) await look(ctx, engine, { serverId, rests });
    },
    {
      signal,
      onError: (error) => ctx.log.warn({ err: error, engine: engine.name }, 'the engine tells of no changes; the line is opened again'),
    },
  );
}

async function look(ctx: Ctx, engine: Engine, { serverId, rests }: { serverId: string; rests: () => Promise<boolean> }): Promise<void> {
  try {
    if (await rests()) return;
    await watchMachine(ctx, engine, serverId);
  } catch (error) {
    ctx.log.warn({ err: error, serverId }, 'a machine that has changed could not be looked at');
  }
}
