import { rm, writeFile } from 'node:fs/promises';
import type { Ctx } from '../core/ground/ctx.ts';

/**
 * Updates a file whenever this process checks on servers, for an external monitor such as a container's health check: a process may exist
 * and yet hang. A heartbeat does not mean success: while the database is down no worker makes progress, and none is to blame. A file that
 * an earlier process left in the same place is no sign of life.
 */
export async function openHeartbeat(path: string | null, { clock, log }: Pick<Ctx, 'clock' | 'log'>): Promise<() => Promise<void>> {
  if (path === null) return () => Promise.resolve();
  await rm(path, { force: true });
  let failing = false;
  return async () => {
    try {
      await writeFile(path, `${clock.wall().toISOString()}\n`);
      failing = false;
    } catch (error) {
      // The work goes on: the monitor's missing heartbeat is the alarm.
      if (!failing) log.warn({ err: error, path }, 'the heartbeat could not be written');
      failing = true;
    }
  };
}
