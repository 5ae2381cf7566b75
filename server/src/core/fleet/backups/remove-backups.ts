import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { finishedBackups, listRemovable, markDeleted } from './backups.store.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };
const BATCH = 200;

/**
 * Removes deleted backups from their engine, one after another. The next call retries whatever this one does not finish. Returns how many
 * were removed. To be called every few seconds: a deleted backup is in the way until it is gone.
 */
export async function removeDeletedBackups(ctx: Ctx, engine: Engine): Promise<number> {
  const stuck: { backupId: string; error: unknown }[] = [];
  let gone = 0;
  let after = '';
  for (;;) {
    const ids = await listRemovable(ctx.db.sql, { engine: engine.name, after, limit: BATCH });
    for (const backupId of ids) {
      try {
        if (!(await remove(engine, backupId))) continue;
      } catch (error) {
        stuck.push({ backupId, error });
        continue;
      }
      await markDeleted(ctx.db.sql, { backupId, at: ctx.clock.now() });
      gone += 1;
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) break;
    after = last;
  }
  tellStuck(ctx, stuck);
  return gone;
}

/**
 * Removes backups from an engine that our rows no longer need, once it has seen them twice: those stored by a call whose answer came too
 * late, and the remains of failed backups. Leaves alone any that no row knows. Call the returned function every few minutes; it returns the
 * ids it removed.
 */
export function createStraySweep(ctx: Ctx, engine: Engine): () => Promise<readonly string[]> {
  let seen: ReadonlySet<string> = new Set();
  return async () => {
    const stored = await engine.listBackups(answerSignal(engine, 'list', AT_LEAST));
    const strays = await finishedBackups(
      ctx.db.sql,
      engine.name,
      stored.map((backup) => backup.backupId),
    );
    const removed: string[] = [];
    const stuck: { backupId: string; error: unknown }[] = [];
    for (const backupId of strays.filter((id) => seen.has(id))) {
      try {
        if (await remove(engine, backupId)) removed.push(backupId);
      } catch (error) {
        stuck.push({ backupId, error });
      }
    }
    seen = new Set(strays);
    tellStuck(ctx, stuck);
    if (removed.length > 0)
      ctx.log.warn({ backupIds: removed, engine: engine.name }, 'removed stored backups that were deleted or had failed');
    return removed;
  };
}

async function remove(engine: Engine, backupId: string): Promise<boolean> {
  return (await engine.deleteBackup(backupId, answerSignal(engine, 'work', AT_LEAST))).state === 'absent';
}

/** One line for all: an unreachable engine would otherwise flood the log. */
function tellStuck(ctx: Ctx, stuck: readonly { backupId: string; error: unknown }[]): void {
  const [first] = stuck;
  if (!first) return;
  const backupIds = stuck.map(({ backupId }) => backupId);
  ctx.log.warn({ err: first.error, backupIds }, 'the engine could not remove backups; they are tried again');
}
