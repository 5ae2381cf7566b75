import { serverMoves } from '@boreal/contract/server-moves.ts';
import type { BackupKind } from '@boreal/contract/backups.ts';
import type { Tx } from '../../../../db/connect.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { LockedServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';
import type { LocalDate } from '../../backups/backup-schedule.rules.ts';
import { deadlineOf } from '../../servers/server.rules.ts';
import { insertBackup } from '../../backups/backups.store.ts';

/**
 * Records that a backup of a locked server is wanted; its task makes it. `localDate` is the date of an automatic one. Null when the
 * server has already had one for that date.
 */
export async function startBackup(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  localDate: LocalDate | null,
): Promise<{ id: string; kind: BackupKind } | null> {
  const now = ctx.clock.now();
  const id = newId('backup', now);
  const kind = localDate === null ? 'manual' : 'automatic';
  const isNew = await insertBackup(tx, {
    id,
    serverId: server.id,
    accountId: server.accountId,
    kind,
    status: 'creating',
    localDate,
    createdAt: now,
  });
  if (!isNew) return null;
  await wish(tx, ctx, server, {
    change: { ...serverMoves.backup.meanwhile, goal: server.goal, backupId: id, deadlineAt: deadlineOf('backup', ctx.clock) },
    type: 'backup.started',
    data: { backupId: id, kind },
  });
  return { id, kind };
}
