import type { Ctx } from '../../../ground/ctx.ts';
import { dropExpired } from '../../backups/drop-backups.store.ts';
import { startDueBackups } from './start-due-backups.ts';

/** What backups need as time passes: the due are begun, the expired given up. For every minute. */
export async function tendBackups(ctx: Ctx): Promise<void> {
  await startDueBackups(ctx);
  await dropExpired(ctx.db.sql, ctx.clock.now());
}
