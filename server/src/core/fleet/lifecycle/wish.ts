import type { Told } from '@boreal/contract/language.ts';
import type { ServerEventType, ServerStatus } from '@boreal/contract/servers.ts';
import type { Tx } from '../../../db/connect.ts';
import { backupFailed } from '../backups/finish-backup.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordEvent } from '../servers/events.store.ts';
import { changeServer, type ServerChange, type ServerRow, type LockedServer } from '../servers/servers.store.ts';
import { wakeServer } from '../servers/wake-server.store.ts';

/** What an accepted wish changes, and how it is told. */
export interface Wish {
  readonly change: ServerChange & Pick<ServerRow, 'goal' | 'task'>;
  readonly type: ServerEventType;
  readonly level?: 'info' | 'warning' | 'error';
  readonly toStatus?: ServerStatus;
  readonly reason?: string;
  readonly message: Told;
}

const nothingWished = {
  deadlineAt: null,
  attempts: 0,
  waitReason: null,
  rebootIntent: null,
  givingUp: null,
  movingFrom: null,
  backupId: null,
} as const satisfies ServerChange;

/**
 * Writes what a server must become, as a new intent: work of an earlier wish that is still under way is not applied
 * any more, and a backup that is being made has failed. The job that serves it and the line in the log come with the same
 * transaction.
 */
export async function wish(tx: Tx, ctx: Ctx, server: LockedServer, { change, ...event }: Wish): Promise<void> {
  const now = ctx.clock.now();
  await changeServer(tx, server, {
    at: now,
    change: { ...nothingWished, ...change, intent: server.intent + 1 },
  });
  await recordEvent(tx, ctx, { server, fromStatus: server.status, ...event });
  if (server.backupId !== null) await backupFailed(tx, ctx, { server, backupId: server.backupId, failure: 'INTERRUPTED' });
  await wakeServer(tx, { serverId: server.id, at: now });
}
