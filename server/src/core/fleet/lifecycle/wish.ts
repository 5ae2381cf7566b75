import type { ServerEventFacts } from '@boreal/contract/servers/events.ts';
import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import type { Tx } from '../../../db/connect.ts';
import { backupFailed } from '../backups/finish-backup.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordEvent } from '../servers/events/events.store.ts';
import { changeServer, type ServerChange, type ServerRow, type LockedServer } from '../servers/servers.store.ts';
import { traceToStore } from '../servers/server-trace.ts';
import { wakeServer } from '../servers/wake-server.store.ts';

/** What an accepted wish changes, and its event. */
export type Wish = ServerEventFacts & {
  readonly change: ServerChange & Pick<ServerRow, 'goal' | 'task'>;
  readonly level?: 'info' | 'warning' | 'error';
  readonly toStatus?: ServerStatus;
  readonly reason?: string;
};

const nothingWished = {
  deadlineAt: null,
  attempts: 0,
  phase: 'asking',
  waitReason: null,
  rebootIntent: null,
  givingUp: null,
  movingFrom: null,
  backupId: null,
} as const satisfies ServerChange;

/**
 * Writes a server's new wish, as a new intent: work in progress for an earlier wish is no longer applied, and a backup in progress fails.
 * The job and the log line are written in the same transaction.
 */
export async function wish(tx: Tx, ctx: Ctx, server: LockedServer, { change, ...event }: Wish): Promise<void> {
  const now = ctx.clock.now();
  await changeServer(tx, server, {
    at: now,
    change: { ...nothingWished, ...change, intent: server.intent + 1 },
  });
  await recordEvent(tx, ctx, { server, fromStatus: server.status, ...event });
  if (server.backupId !== null) await backupFailed(tx, ctx, { server, backupId: server.backupId, failure: 'INTERRUPTED' });
  await wakeServer(tx, { serverId: server.id, at: now, trace: traceToStore(ctx) });
}
