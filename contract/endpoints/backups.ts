import {
  BackupDeleted,
  BackupOptionSet,
  BackupRestored,
  BackupStarted,
  Backups,
  RestoreBackupRequest,
  RestoreQuote,
  SetBackupOptionRequest,
} from '../servers/backups.ts';
import { endpointRows } from '../api/endpoint.ts';
import { IdText } from '../values/ids.ts';
import { ServerPath } from '../api/paths.ts';

const rest = { scope: 'account', group: 'Backups' } as const;
const read = endpointRows({ ...rest, needs: 'servers.read', limit: 30 });
const write = endpointRows({ ...rest, needs: 'servers.write', limit: 10 });
const BackupPath = ServerPath.extend({
  backupId: IdText.meta({ description: 'A backup id of the server.', example: 'bkp_01kb3c9qj2v9x6t5r4e3w2q1az' }),
});

export const getBackups = read.get('/servers/:id/backups', 'Backup option and backups of a server', {
  limit: 60,
  takes: { params: ServerPath },
  data: Backups,
  errors: ['NOT_FOUND'],
  owns: 'live server',
});

export const setBackupOption = write.put('/servers/:id/backups', 'Turn backups on or off, set their hour and retention', {
  takes: { params: ServerPath, body: SetBackupOptionRequest },
  data: BackupOptionSet,
  errors: [
    'INVALID_REQUEST',
    'ACCOUNT_SUSPENDED',
    'ACCOUNT_CLOSED',
    'OPERATION_IN_PROGRESS',
    'PRICE_CHANGED',
    'CONFIRM_DELETE_BACKUPS_REQUIRED',
    'INSUFFICIENT_CREDITS',
    'BUDGET_CAP_REACHED',
    'NOT_FOUND',
    'PAYMENT_IN_PROGRESS',
  ],
  owns: 'live server',
});

export const createBackup = write.post('/servers/:id/backups', 'Start a manual backup; at most 2 are kept', {
  limit: 5,
  takes: { params: ServerPath },
  data: BackupStarted,
  errors: [
    'BACKUP_OPTION_DISABLED',
    'INVALID_STATE',
    'OPERATION_IN_PROGRESS',
    'MANUAL_BACKUP_LIMIT',
    'BACKUP_STORAGE_FULL',
    'PAYMENT_REQUIRED',
    'NOT_FOUND',
  ],
  owns: 'live server',
});

export const deleteBackup = write.delete('/servers/:id/backups/:backupId', 'Delete a backup', {
  takes: { params: BackupPath },
  data: BackupDeleted,
  errors: ['NOT_FOUND', 'BACKUP_IN_PROGRESS'],
  owns: 'live server',
});

export const quoteRestore = read.get('/servers/:id/backups/:backupId/restore', 'Price of restoring a backup to a new server', {
  takes: { params: BackupPath },
  data: RestoreQuote,
  errors: ['NOT_FOUND'],
  owns: 'live server',
});

export const restoreBackup = write.post(
  '/servers/:id/backups/:backupId/restore',
  'Restore a backup to a new server; the first hour is taken from the credit',
  {
    limit: 3,
    takes: { params: BackupPath, body: RestoreBackupRequest.default({}) },
    data: BackupRestored,
    errors: [
      'INVALID_REQUEST',
      'ACCOUNT_SUSPENDED',
      'ACCOUNT_CLOSED',
      'INSUFFICIENT_CREDITS',
      'BUDGET_CAP_REACHED',
      'NOT_FOUND',
      'BACKUP_NOT_READY',
      'PRICE_CHANGED',
      'PLAN_NOT_AVAILABLE',
    ],
    statuses: { PRICE_CHANGED: 409 },
    owns: 'live server',
  },
);
