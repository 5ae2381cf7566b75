import { rm, writeFile } from 'node:fs/promises';
import type { Ctx } from '../core/ground/ctx.ts';

/**
 * Makes a file show when this process last looked after servers, for whoever watches from outside, as a container's health check does: a
 * process may be there, and hang. A beat says nothing of success: with the database away, no worker gets on, and none is to blame. What
 * the one before has left, in the same place, is no sign of life.
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
      // The work goes on: that whoever watches hears nothing is the alarm.
      if (!failing) log.warn({ err: error, path }, 'the heartbeat could not be written');
      failing = true;
    }
  };
}
