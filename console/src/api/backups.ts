import {
  BackupDeleted,
  BackupOptionSet,
  BackupRestored,
  Backups,
  BackupStarted,
  RestoreQuote,
  type RestoreBackupRequest,
  SetBackupOptionRequest,
} from '@boreal/contract/backups.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from './call.ts';
import { serverKey, underServer, type ServerRef } from './servers.ts';

export interface BackupRef extends ServerRef {
  readonly backupId: string;
}

const underBackup = ({ backupId, ...server }: BackupRef, path: '' | '/restore' = '') =>
  underServer(server, `/backups/${encodeURIComponent(backupId)}${path}`);

/** The option and the backups; looked at more often while one is being made. */
export const backupsQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'backups'],
    queryFn: ({ signal }) => callConsole(underServer(ref, '/backups'), Backups, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.backups.some(({ status }) => status === 'creating' || status === 'deleting') ? 2000 : 15_000,
  });

export const setBackupOption = (ref: ServerRef, body: SetBackupOptionRequest) =>
  callConsole(underServer(ref, '/backups'), BackupOptionSet, { method: 'PUT', takes: SetBackupOptionRequest, body });

export const createBackup = (ref: ServerRef) => callConsole(underServer(ref, '/backups'), BackupStarted, { method: 'POST' });

export const deleteBackup = (ref: BackupRef) => callConsole(underBackup(ref), BackupDeleted, { method: 'DELETE' });

export const restoreQuoteQuery = (ref: BackupRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'restore', ref.backupId],
    queryFn: ({ signal }) => callConsole(underBackup(ref, '/restore'), RestoreQuote, { signal }),
    staleTime: 0,
  });

export const restoreBackup = (ref: BackupRef, body: RestoreBackupRequest, idempotencyKey: string) =>
  callConsole(underBackup(ref, '/restore'), BackupRestored, { method: 'POST', body, idempotencyKey });
