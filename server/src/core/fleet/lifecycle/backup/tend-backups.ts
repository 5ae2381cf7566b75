import type { Ctx } from '../../../ground/ctx.ts';
import { dropExpired } from '../../backups/drop-backups.store.ts';
import { startDueBackups } from './start-due-backups.ts';

/** Keeps backups up to date: due ones are begun, expired ones dropped. For every minute. */
export async function tendBackups(ctx: Ctx): Promise<void> {
  await startDueBackups(ctx);
  await dropExpired(ctx.db.sql, ctx.clock.now());
}
