import type { Engine } from '../../../../engines/engine.ts';
import { SECOND_MS } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { findOrphans } from './find-orphans.store.ts';

const CALL_TIMEOUT_MS = 30 * SECOND_MS;

/**
 * Removes an engine's machines with our mark that no server accounts for, once seen twice: nobody pays for them, and nobody can reach them
 * through us. Call the returned function at intervals of minutes; it returns the ids it removed.
 */
export function createOrphanSweep(ctx: Ctx, engine: Engine): () => Promise<readonly string[]> {
  let seen: ReadonlySet<string> = new Set();
  return async () => {
    const machines = await engine.list(AbortSignal.timeout(CALL_TIMEOUT_MS));
    const { orphans } = await findOrphans(
      ctx,
      engine.name,
      machines.map((machine) => machine.serverId),
    );
    const removed: string[] = [];
    for (const serverId of orphans) if (seen.has(serverId) && (await remove(ctx, engine, serverId))) removed.push(serverId);
    seen = new Set(orphans);
    if (removed.length > 0) ctx.log.warn({ serverIds: removed, engine: engine.name }, 'removed machines that no server accounts for');
    return removed;
  };
}

async function remove(ctx: Ctx, engine: Engine, serverId: string): Promise<boolean> {
  try {
    return (await engine.ensureGone(serverId, AbortSignal.timeout(CALL_TIMEOUT_MS))).power === 'absent';
  } catch (error) {
    ctx.log.warn({ err: error, serverId }, 'the engine could not remove a machine; it is tried again');
    return false;
  }
}
