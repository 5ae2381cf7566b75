import type { BackupMissedWhy } from '@boreal/contract/servers/backups.ts';
import type { Tx } from '../../../../db/connect.ts';
import { newId } from '../../../../kit/ids.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { gatherNotice } from '../../../ground/notices/gather-notice.ts';
import { localDateOf } from '../../backups/backup-schedule.rules.ts';
import { insertBackup, MISSED, wasLastMissed } from '../../backups/backups.store.ts';
import { readBackupRoom } from '../../capacity/hosts/host-rooms.store.ts';
import { recordEvent } from '../../servers/events/events.store.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

const reasons = { busy: 'SERVER_BUSY', down: 'SERVER_DOWN', no_room: 'NO_ROOM', late: 'TOO_LATE' } as const satisfies Record<
  BackupMissedWhy,
  string
>;

/**
 * Gives up the automatic backup that was due at `run`. It stays in the list as failed, and the owner is told about the first failure since
 * a backup was made, not about every day of a long outage. A hibernated server's disk does not change, and a server that never ran has
 * none: neither misses anything. The account is locked.
 */
export async function missBackup(tx: Tx, ctx: Ctx, { server, run }: { server: ServerRow; run: Date }): Promise<void> {
  if (server.status === 'HIBERNATED' || server.firstActiveAt === null) return;
  const now = ctx.clock.now();
  const date = localDateOf(run);
  const isTold = await wasLastMissed(tx, server.id);
  const isNew = await insertBackup(tx, {
    id: newId('backup', now),
    serverId: server.id,
    accountId: server.accountId,
    kind: 'automatic',
    status: 'failed',
    failure: MISSED,
    localDate: date,
    createdAt: run,
    finishedAt: now,
  });
  if (!isNew) return;
  const why = await whyMissed(tx, server);
  await recordEvent(tx, ctx, { server, type: 'backup.missed', level: 'warning', reason: reasons[why], data: { date, why } });
  if (isTold) return;
  const data = { serverName: server.name, date, why };
  await gatherNotice(tx, ctx, { accountId: server.accountId, kind: 'backup_missed', serverId: server.id, data });
}

/** The reason as of when the hours are over. */
async function whyMissed(tx: Tx, server: ServerRow): Promise<BackupMissedWhy> {
  if (server.status === 'ERROR') return 'down';
  if (server.task !== null || (server.status !== 'ACTIVE' && server.status !== 'STOPPED')) return 'busy';
  const room = server.hostId === null ? null : await readBackupRoom(tx, server.hostId);
  return room !== null && room.gb < (await requirePlan(tx, server.planId)).storageGb ? 'no_room' : 'late';
}
