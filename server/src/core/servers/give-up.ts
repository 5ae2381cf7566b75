import type { Tx } from '../../db/connect.ts';
import { backupFailed } from '../backups/finish-backup.ts';
import { endOrder } from '../billing/orders/end-order.ts';
import { stopClockWithRefund } from '../billing/metering/refund-hour.ts';
import type { Ctx } from '../ctx.ts';
import type { StepResult } from './converge-server.ts';
import { wish } from './wish.ts';
import { changeServer, type ServerRow } from './servers.store.ts';
import { recordEvent } from './events.store.ts';

export type GiveUpReason = 'BOOT_FAILED' | 'DEADLINE_PASSED' | 'MACHINE_LOST' | 'HOST_LOST';

/**
 * The machine could not be brought to where it should be. What was paid for nothing is given back: all of a first hour
 * whose server never came up, the unused part of any other.
 * A server that never ran ends in ERROR and its remains are removed; a failed restore is HIBERNATED again; any other
 * is in ERROR until it is stopped, rebooted, or recovers by itself; a backup that was being made of it has failed.
 */
export async function giveUp(tx: Tx, ctx: Ctx, server: ServerRow, reason: GiveUpReason): Promise<StepResult> {
  const neverRan = server.firstActiveAt === null;
  await stopClockWithRefund(tx, ctx, {
    serverId: server.id,
    accountId: server.accountId,
    part: 'unused',
    reason,
    description: neverRan ? `Refund: ${server.name} could not be provisioned` : `Refund: the unused part of an hour of ${server.name}`,
  });
  if (neverRan) {
    await endOrder(tx, ctx, server);
    await wish(tx, ctx, server, {
      change: { status: 'ERROR', task: null, goal: 'gone' },
      type: 'server.error',
      level: 'error',
      toStatus: 'ERROR',
      reason,
      message: `The server could not be provisioned. ${server.billingCycle === 'hourly' ? 'The first hour was refunded' : 'What was paid goes back to the card'}; delete it and deploy again.`,
    });
    return { is: 'next' };
  }
  if (server.task === 'restoring' && reason !== 'MACHINE_LOST') {
    await wish(tx, ctx, server, {
      change: { task: 'hibernating', goal: 'hibernated' },
      type: 'server.restore_failed',
      level: 'error',
      reason,
      message: 'The server could not be restored. What was charged was refunded, its data is kept; try again later.',
    });
    return { is: 'next' };
  }
  await changeServer(tx, {
    serverId: server.id,
    at: ctx.clock.now(),
    change: {
      status: 'ERROR',
      task: null,
      backupId: null,
      rebootIntent: null,
      convergeAt: null,
      deadlineAt: null,
      attempts: 0,
      waitReason: reason,
    },
  });
  if (server.backupId !== null) await backupFailed(tx, ctx, { server, backupId: server.backupId, failure: 'ENGINE_FAILED' });
  await recordEvent(tx, ctx, {
    server,
    type: 'server.error',
    level: 'error',
    fromStatus: server.status,
    toStatus: 'ERROR',
    reason,
    message:
      'The server stopped answering. Its clock is stopped and the unused part of the hour was refunded. Reboot it, or wait: it recovers by itself when its host is back.',
  });
  return { is: 'done' };
}
