import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { recordEvent } from '../servers/events/events.store.ts';
import { findOption } from './backup-options.store.ts';
import { endCreation } from './backups.store.ts';
import { dropOldest } from './drop-backups.store.ts';

/** Why a backup failed: the engine said so or did not answer, it took too long, or something else needed its server. */
export type BackupFailure = 'ENGINE_FAILED' | 'DEADLINE_PASSED' | 'INTERRUPTED';

interface BackedUpServer {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
}

/** Marks a backup as ready to be restored; an automatic one replaces the oldest beyond the retention. */
export async function backupReady(
  tx: Tx,
  ctx: Ctx,
  input: { server: BackedUpServer; backupId: string; sizeGb: number | null },
): Promise<void> {
  const { server, backupId, sizeGb } = input;
  const backup = await endCreation(tx, { backupId, at: ctx.clock.now(), result: { status: 'ready', sizeGb } });
  if (!backup) return;
  await recordEvent(tx, ctx, { server, type: 'backup.ready', data: { backupId } });
  const option = await findOption(tx, server.id);
  if (backup.kind === 'automatic' && option) await dropOldest(tx, { serverId: server.id, keep: option.retention });
}

/**
 * Marks a backup as failed and tells its owner. What the engine stored of it is removed later. No effect on a backup that has already
 * ended.
 */
export async function backupFailed(
  tx: Tx,
  ctx: Ctx,
  input: { server: BackedUpServer; backupId: string; failure: BackupFailure },
): Promise<void> {
  const { server, backupId, failure } = input;
  const backup = await endCreation(tx, { backupId, at: ctx.clock.now(), result: { status: 'failed', failure } });
  if (!backup) return;
  await recordEvent(tx, ctx, {
    server,
    type: 'backup.failed',
    level: 'warning',
    reason: failure,
    data: { backupId, kind: backup.kind },
  });
  // Whoever requested the other action on the server knows, or is told about that action.
  if (failure === 'INTERRUPTED') return;
  const data = { serverName: server.name, backupId, automatic: backup.kind === 'automatic' };
  await recordNotice(tx, ctx, { accountId: server.accountId, kind: 'backup_failed', serverId: server.id, data });
}
