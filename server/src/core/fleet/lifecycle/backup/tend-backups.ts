import type { Ctx } from '../../../ground/ctx.ts';
import { dropExpired } from '../../backups/drop-backups.store.ts';
import { startDueBackups } from './start-due-backups.ts';

/** Begins due backups and drops expired ones. To be called every minute. */
export async function tendBackups(ctx: Ctx): Promise<void> {
  await startDueBackups(ctx);
  await dropExpired(ctx.db.sql, ctx.clock.now());
}
