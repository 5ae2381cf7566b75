import * as backups from '@boreal/contract/endpoints/backups.ts';
import { quoteBackupOption } from '@boreal/contract/endpoints/console/backup-option.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { inServer, serverKey, type ServerRef } from './servers.ts';

export interface BackupRef extends ServerRef {
  readonly backupId: string;
}

/** The path parameters of a row about a backup. */
export const inBackup = (ref: BackupRef) => ({ ...inServer(ref), backupId: ref.backupId });

/** The option and the backups; polled more often while one is being made. */
export const backupsQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'backups'],
    queryFn: ({ signal }) => call(backups.getBackups, { params: inServer(ref), signal }),
    refetchInterval: ({ state }) =>
      state.data?.backups.some(({ status }) => status === 'creating' || status === 'deleting') ? 2000 : 15_000,
  });

/** What turning backups on would take from the credit now: less every hour. */
export const backupOptionQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'backup-option'],
    queryFn: ({ signal }) => call(quoteBackupOption, { params: inServer(ref), signal }),
    refetchInterval: 15_000,
  });

export const restoreQuoteQuery = (ref: BackupRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'restore', ref.backupId],
    queryFn: ({ signal }) => call(backups.quoteRestore, { params: inBackup(ref), signal }),
    staleTime: 0,
  });
