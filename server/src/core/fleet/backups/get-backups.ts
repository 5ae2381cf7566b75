import type { Backups } from '@boreal/contract/servers/backups.ts';
import { notFound } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findServer } from '../servers/servers.store.ts';
import { findOption } from './backup-options.store.ts';
import { toBackup, toBackupOption } from './backup.rules.ts';
import { listBackups } from './backups.store.ts';

/** A server's backup option and its backups, newest first. The caller has checked that the account owns the server. */
export async function getBackups(ctx: CustomerCtx, input: { serverId: string }): Promise<Backups> {
  const db = ctx.db.sql;
  const server = await findServer(db, input.serverId);
  if (!server || server.accountId !== ctx.accountId) throw notFound('server');
  const option = toBackupOption(await findOption(db, server.id), server.billingCycle);
  const rows = await listBackups(db, server.id);
  return {
    option,
    backups: rows.flatMap((row) => (row.status === 'deleted' ? [] : [toBackup({ ...row, status: row.status }, option.retention)])),
  };
}
