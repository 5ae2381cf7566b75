import type { Ctx } from '../ctx.ts';
import { listDueServers } from './servers.store.ts';
import { enqueueConverge } from './wake-server.ts';

const BATCH = 500;

/**
 * Wakes a worker for every server whose work is due and that nobody holds: after a crash, a lost job or a lease that
 * ran out, work goes on from its row. Returns how many were woken.
 */
export async function sweepServers(ctx: Ctx): Promise<number> {
  const due = await listDueServers(ctx.db.sql, { now: ctx.clock.now(), wall: ctx.clock.wall(), limit: BATCH });
  for (const serverId of due) await ctx.transact((tx) => enqueueConverge(tx, { serverId }));
  return due.length;
}
