import { answerSignal } from '../../../../engines/answer-limits.ts';
import type { Engine } from '../../../../engines/engine.ts';
import { SECOND_MS } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { findOrphans } from './find-orphans.store.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/**
 * Removes an engine's machines whose servers are deleted, once it has seen them twice: a removal that came too late, or a machine that came
 * back with its host. Leaves alone any machine that no row knows: after an older database was restored, it is a customer's. Call the
 * returned function every few minutes; it returns the ids it removed.
 */
export function createOrphanSweep(ctx: Ctx, engine: Engine): () => Promise<readonly string[]> {
  let seen: ReadonlySet<string> = new Set();
  return async () => {
    const machines = await engine.list(answerSignal(engine, 'list', AT_LEAST));
    const { deleted } = await findOrphans(
      ctx,
      engine.name,
      machines.map((machine) => machine.serverId),
    );
    const removed: string[] = [];
    for (const serverId of deleted) if (seen.has(serverId) && (await remove(ctx, engine, serverId))) removed.push(serverId);
    seen = new Set(deleted);
    if (removed.length > 0) ctx.log.warn({ serverIds: removed, engine: engine.name }, 'removed machines whose servers are deleted');
    return removed;
  };
}

async function remove(ctx: Ctx, engine: Engine, serverId: string): Promise<boolean> {
  try {
    return (await engine.ensureGone(serverId, answerSignal(engine, 'work', AT_LEAST))).power === 'absent';
  } catch (error) {
    ctx.log.warn({ err: error, serverId }, 'the engine could not remove a machine; it is tried again');
    return false;
  }
}
