import type { Engine } from '../../engines/engine.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { Ctx } from '../ctx.ts';
import { listRemovable, markDeleted, unclaimed } from './backups.store.ts';

const CALL_TIMEOUT_MS = 30 * SECOND_MS;
const BATCH = 200;

/** Removes from the engine what is being deleted. What it does not answer for is tried again the next time. Answers how many are gone. */
export async function removeDeletedBackups(ctx: Ctx, engine: Engine): Promise<number> {
  let gone = 0;
  let after = '';
  for (;;) {
    const ids = await listRemovable(ctx.db.sql, { after, limit: BATCH });
    for (const backupId of ids) {
      if (!(await remove(ctx, engine, backupId))) continue;
      await markDeleted(ctx.db.sql, { backupId, at: ctx.clock.now() });
      gone += 1;
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return gone;
    after = last;
  }
}

/**
 * Removes backups from the engine that no row accounts for, once they were seen twice: what a call left behind whose
 * answer came too late, and what is left of a backup that failed. Call the function it answers at intervals of minutes;
 * that one answers the ids it removed.
 */
export function createStraySweep(): (ctx: Ctx, engine: Engine) => Promise<readonly string[]> {
  let seen: ReadonlySet<string> = new Set();
  return async (ctx, engine) => {
    const stored = await engine.listBackups(AbortSignal.timeout(CALL_TIMEOUT_MS));
    const strays = await unclaimed(
      ctx.db.sql,
      stored.map((backup) => backup.backupId),
    );
    const removed: string[] = [];
    for (const backupId of strays) if (seen.has(backupId) && (await remove(ctx, engine, backupId))) removed.push(backupId);
    seen = new Set(strays);
    if (removed.length > 0) ctx.log.warn({ backupIds: removed, engine: engine.name }, 'removed stored backups that no row accounts for');
    return removed;
  };
}

async function remove(ctx: Ctx, engine: Engine, backupId: string): Promise<boolean> {
  try {
    return (await engine.deleteBackup(backupId, AbortSignal.timeout(CALL_TIMEOUT_MS))).state === 'absent';
  } catch (error) {
    ctx.log.warn({ err: error, backupId }, 'the engine could not remove a backup; it is tried again');
    return false;
  }
}
