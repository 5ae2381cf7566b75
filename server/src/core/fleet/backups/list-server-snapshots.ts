import type { ServerSnapshot } from '@boreal/contract/agents/agents.ts';
import { notFound } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findServer } from '../servers/servers.store.ts';
import { listBackups } from './backups.store.ts';

/** The snapshots of a server's system disk that a new server can be made from now: its ready backups, newest first. */
export async function listServerSnapshots(ctx: CustomerCtx, input: { serverId: string }): Promise<ServerSnapshot[]> {
  const server = await findServer(ctx.db.sql, input.serverId);
  if (!server || server.accountId !== ctx.accountId || server.status === 'DELETED') throw notFound('server');
  const backups = await listBackups(ctx.db.sql, server.id);
  return backups.flatMap((backup) =>
    backup.status === 'ready'
      ? [{ id: backup.id, volumeId: `${server.id}-system`, sizeGb: backup.sizeGb, createdAt: backup.createdAt.toISOString() }]
      : [],
  );
}
