import {
  BackupDeleted,
  BackupOptionSet,
  BackupRestored,
  Backups,
  BackupStarted,
  RestoreBackupRequest,
  RestoreQuote,
  SetBackupOptionRequest,
} from '@boreal/contract/backups.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { createBackup } from '../core/backups/create-backup.ts';
import { deleteBackup } from '../core/backups/delete-backup.ts';
import { getBackups } from '../core/backups/get-backups.ts';
import { quoteRestore } from '../core/backups/quote-restore.ts';
import { restoreBackup } from '../core/backups/restore-backup.ts';
import { setBackupOption } from '../core/backups/set-backup-option.ts';
import { endpoint } from './define-endpoint.ts';
import { ownServer, ServerPath } from './own-server.ts';

const group = 'Backups';
const owns = ownServer;
const BackupPath = ServerPath.extend({
  backupId: IdText.meta({ description: 'A backup id of the server.', example: 'bkp_01kb3c9qj2v9x6t5r4e3w2q1az' }),
});

export const backupsRoutes = [
  endpoint(
    'GET',
    '/servers/:id/backups',
    {
      group,
      needs: 'servers.read',
      limit: 60,
      takes: { params: ServerPath },
      data: Backups,
      owns,
      errors: ['NOT_FOUND'],
      name: 'getBackups',
      summary: 'Backup option and backups of a server',
    },
    (ctx, { params: { id } }) => getBackups(ctx, { serverId: id }),
  ),

  endpoint(
    'PUT',
    '/servers/:id/backups',
    {
      group,
      needs: 'servers.write',
      limit: 10,
      takes: { params: ServerPath, body: SetBackupOptionRequest },
      data: BackupOptionSet,
      owns,
      errors: [
        'INVALID_REQUEST',
        'ACCOUNT_SUSPENDED',
        'OPERATION_IN_PROGRESS',
        'PRICE_CHANGED',
        'CONFIRM_DELETE_BACKUPS_REQUIRED',
        'INSUFFICIENT_CREDITS',
        'BUDGET_CAP_REACHED',
        'NOT_FOUND',
        'PAYMENT_IN_PROGRESS',
      ],
      name: 'setBackupOption',
      summary: 'Turn backups on or off, set their hour and retention',
    },
    (ctx, { params: { id }, body }) => setBackupOption(ctx, { serverId: id, ...body }),
  ),

  endpoint(
    'POST',
    '/servers/:id/backups',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { params: ServerPath },
      data: BackupStarted,
      owns,
      errors: ['BACKUP_OPTION_DISABLED', 'INVALID_STATE', 'OPERATION_IN_PROGRESS', 'MANUAL_BACKUP_LIMIT', 'PAYMENT_REQUIRED', 'NOT_FOUND'],
      name: 'createBackup',
      summary: 'Start a manual backup; at most 2 are kept',
    },
    (ctx, { params: { id } }) => createBackup(ctx, { serverId: id }),
  ),

  endpoint(
    'DELETE',
    '/servers/:id/backups/:backupId',
    {
      group,
      needs: 'servers.write',
      limit: 10,
      takes: { params: BackupPath },
      data: BackupDeleted,
      owns,
      errors: ['NOT_FOUND', 'BACKUP_IN_PROGRESS'],
      name: 'deleteBackup',
      summary: 'Delete a backup',
    },
    (ctx, { params: { id, backupId } }) => deleteBackup(ctx, { serverId: id, backupId }),
  ),

  endpoint(
    'GET',
    '/servers/:id/backups/:backupId/restore',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { params: BackupPath },
      data: RestoreQuote,
      owns,
      errors: ['NOT_FOUND'],
      name: 'quoteRestore',
      summary: 'Price of restoring a backup to a new server',
    },
    (ctx, { params: { id, backupId } }) => quoteRestore(ctx, { serverId: id, backupId }),
  ),

  endpoint(
    'POST',
    '/servers/:id/backups/:backupId/restore',
    {
      group,
      needs: 'servers.write',
      limit: 3,
      takes: { params: BackupPath, body: RestoreBackupRequest.default({}) },
      data: BackupRestored,
      owns,
      errors: [
        'INVALID_REQUEST',
        'ACCOUNT_SUSPENDED',
        'INSUFFICIENT_CREDITS',
        'BUDGET_CAP_REACHED',
        'NOT_FOUND',
        'BACKUP_NOT_READY',
        'PRICE_CHANGED',
        'PLAN_NOT_AVAILABLE',
      ],
      statuses: { PRICE_CHANGED: 409 },
      name: 'restoreBackup',
      summary: 'Restore a backup to a new server; the first hour is taken from the credit',
    },
    (ctx, { params: { id, backupId }, body }) => restoreBackup(ctx, { serverId: id, backupId, ...body }),
  ),
];
