import type { Engine } from '../../engines/engine.ts';
import type { Ctx } from '../ctx.ts';
import { dropExpired } from './drop-backups.store.ts';
import { removeDeletedBackups } from './remove-backups.ts';
import { startDueBackups } from './start-due-backups.ts';

/** What backups need as time passes: the due are begun, the expired given up, the given up removed. For every minute. */
export async function tendBackups(ctx: Ctx, engine: Engine): Promise<void> {
  await startDueBackups(ctx);
  await dropExpired(ctx.db.sql, ctx.clock.now());
  await removeDeletedBackups(ctx, engine);
}
