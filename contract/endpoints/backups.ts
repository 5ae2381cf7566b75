import {
  BackupDeleted,
  BackupOptionSet,
  BackupRestored,
  BackupStarted,
  Backups,
  RestoreBackupRequest,
  RestoreQuote,
  SetBackupOptionRequest,
} from '../backups.ts';
import { endpoint } from '../endpoint.ts';
import { IdText } from '../ids.ts';
import { ServerPath } from '../paths.ts';

const rest = { scope: 'account', group: 'Backups' } as const;
const BackupPath = ServerPath.extend({
  backupId: IdText.meta({ description: 'A backup id of the server.', example: 'bkp_01kb3c9qj2v9x6t5r4e3w2q1az' }),
});

export const getBackups = endpoint('GET', '/servers/:id/backups', {
  ...rest,
  needs: 'servers.read',
  limit: 60,
  takes: { params: ServerPath },
  data: Backups,
  errors: ['NOT_FOUND'],
  owns: 'live server',
  summary: 'Backup option and backups of a server',
});

export const setBackupOption = endpoint('PUT', '/servers/:id/backups', {
  ...rest,
  needs: 'servers.write',
  limit: 10,
  takes: { params: ServerPath, body: SetBackupOptionRequest },
  data: BackupOptionSet,
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
  owns: 'live server',
  summary: 'Turn backups on or off, set their hour and retention',
});

export const createBackup = endpoint('POST', '/servers/:id/backups', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { params: ServerPath },
  data: BackupStarted,
  errors: ['BACKUP_OPTION_DISABLED', 'INVALID_STATE', 'OPERATION_IN_PROGRESS', 'MANUAL_BACKUP_LIMIT', 'PAYMENT_REQUIRED', 'NOT_FOUND'],
  owns: 'live server',
  summary: 'Start a manual backup; at most 2 are kept',
});

export const deleteBackup = endpoint('DELETE', '/servers/:id/backups/:backupId', {
  ...rest,
  needs: 'servers.write',
  limit: 10,
  takes: { params: BackupPath },
  data: BackupDeleted,
  errors: ['NOT_FOUND', 'BACKUP_IN_PROGRESS'],
  owns: 'live server',
  summary: 'Delete a backup',
});

export const quoteRestore = endpoint('GET', '/servers/:id/backups/:backupId/restore', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { params: BackupPath },
  data: RestoreQuote,
  errors: ['NOT_FOUND'],
  owns: 'live server',
  summary: 'Price of restoring a backup to a new server',
});

export const restoreBackup = endpoint('POST', '/servers/:id/backups/:backupId/restore', {
  ...rest,
  needs: 'servers.write',
  limit: 3,
  takes: { params: BackupPath, body: RestoreBackupRequest.default({}) },
  data: BackupRestored,
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
  owns: 'live server',
  summary: 'Restore a backup to a new server; the first hour is taken from the credit',
});
