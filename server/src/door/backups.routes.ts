import * as rows from '@boreal/contract/endpoints/backups.ts';
import { createBackup } from '../core/fleet/lifecycle/backup/create-backup.ts';
import { deleteBackup } from '../core/fleet/backups/delete-backup.ts';
import { getBackups } from '../core/fleet/backups/get-backups.ts';
import { quoteRestore } from '../core/fleet/backups/quote-restore.ts';
import { restoreBackup } from '../core/fleet/lifecycle/backup/restore-backup.ts';
import { setBackupOption } from '../core/fleet/backups/set-backup-option.ts';
import { bind } from './bind.ts';

export const backupsRoutes = bind(rows, {
  getBackups: (ctx, { params: { id } }) => getBackups(ctx, { serverId: id }),
  setBackupOption: (ctx, { params: { id }, body }) => setBackupOption(ctx, { serverId: id, ...body }),
  createBackup: (ctx, { params: { id } }) => createBackup(ctx, { serverId: id }),
  deleteBackup: (ctx, { params: { id, backupId } }) => deleteBackup(ctx, { serverId: id, backupId }),
  quoteRestore: (ctx, { params: { id, backupId } }) => quoteRestore(ctx, { serverId: id, backupId }),
  restoreBackup: (ctx, { params: { id, backupId }, body }) => restoreBackup(ctx, { serverId: id, backupId, ...body }),
});
