import { addMs } from '../../../../kit/clock.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { listDueWork } from '../../servers/servers.store.ts';
import { enqueueConverge } from '../../servers/wake-server.store.ts';

const BATCH = 500;

/**
 * Wakes a worker for every server whose work is due and that nobody holds: after a crash, a lost job or an expired lease, work continues
 * from its row. Work that has been due longest comes first, however often this runs: a waiting job keeps its place, which is set by when
 * its work was due. Returns how many servers it woke workers for.
 */
export async function sweepServers(ctx: Ctx, { batch = BATCH }: { batch?: number } = {}): Promise<number> {
  const now = ctx.clock.now();
  const wall = ctx.clock.wall();
  const due = await listDueWork(ctx.db.sql, { now, wall, limit: batch });
  for (const { id, dueAt } of due) {
    const runAt = addMs(wall, (dueAt.getTime() - now.getTime()) / ctx.clock.scale);
    await ctx.transact((tx) => enqueueConverge(tx, { serverId: id, runAt }));
  }
  return due.length;
}
