import type { BackupDeleted } from '@boreal/contract/servers/backups.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { recordEvent } from '../servers/events/events.store.ts';
import { lockOwnServer } from '../servers/servers.store.ts';
import { lockBackup, markDeleting } from './backups.store.ts';

/**
 * Deletes a backup: it can no longer be restored, and the engine's copy is removed soon after. Idempotent. @throws NOT_FOUND ·
 * BACKUP_IN_PROGRESS while it is being made
 */
export function deleteBackup(ctx: CustomerCtx, input: { serverId: string; backupId: string }): Promise<BackupDeleted> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    const backup = await lockBackup(tx, input);
    if (!backup) throw notFound('backup');
    if (backup.status === 'creating') throw new AppError('BACKUP_IN_PROGRESS', {});
    if (backup.status !== 'deleting') {
      await markDeleting(tx, backup.id);
      await recordEvent(tx, ctx, { server, type: 'backup.deleted', data: { backupId: backup.id } });
    }
    await recordAudit(tx, ctx, {
      accountId: ctx.accountId,
      action: 'backup.deleted',
      target: backup.id,
      detail: { serverId: server.id },
    });
    return { id: backup.id, status: 'deleted' };
  });
}
