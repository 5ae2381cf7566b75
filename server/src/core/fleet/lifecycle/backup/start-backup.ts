import { serverMoves } from '@boreal/contract/servers/moves.ts';
import type { BackupKind } from '@boreal/contract/servers/backups.ts';
import type { Tx } from '../../../../db/connect.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { LockedServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';
import type { LocalDate } from '../../backups/backup-schedule.rules.ts';
import { deadlineOf } from '../../servers/begin-move.ts';
import { readBackupRoom } from '../../capacity/hosts/host-rooms.store.ts';
import { lockPools } from '../../capacity/places/locked-pools.store.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import { insertBackup } from '../../backups/backups.store.ts';

/**
 * Records that a backup of a locked server is wanted; the server's task makes it. `localDate` is the date of an automatic one. Null if the
 * server has already had one for that date; `no room` if its storage has too little left for as much as the disk can hold. The account is
 * locked.
 */
export async function startBackup(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  localDate: LocalDate | null,
): Promise<{ id: string; kind: BackupKind } | 'no room' | null> {
  const now = ctx.clock.now();
  const place = await findBackupPlace(tx, server);
  if (place === 'full') return 'no room';
  const id = newId('backup', now);
  const kind = localDate === null ? 'manual' : 'automatic';
  const isNew = await insertBackup(tx, {
    id,
    serverId: server.id,
    accountId: server.accountId,
    kind,
    status: 'creating',
    localDate,
    storage: place.storage,
    createdAt: now,
  });
  if (!isNew) return null;
  await wish(tx, ctx, server, {
    change: {
      ...serverMoves.backup.meanwhile,
      goal: server.goal,
      backupId: id,
      deadlineAt: await deadlineOf(tx, ctx.clock, server, 'backup'),
    },
    type: 'backup.started',
    data: { backupId: id, kind },
  });
  return { id, kind };
}

/** The storage for the backup, locked so that nobody else fills it meanwhile; null if not counted. */
async function findBackupPlace(tx: Tx, server: LockedServer): Promise<{ storage: string | null } | 'full'> {
  const { gpuModel, storageGb } = await requirePlan(tx, server.planId);
  // Disks of servers sold meanwhile may draw on the same storage.
  await lockPools(tx, { gpuModel, region: server.region, engine: server.engine });
  const room = server.hostId === null ? null : await readBackupRoom(tx, server.hostId);
  return room !== null && room.gb < storageGb ? 'full' : { storage: room?.storage ?? null };
}
