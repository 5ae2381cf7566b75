import type { Told } from '@boreal/contract/messages.ts';
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
      message: told(reason, server.billingCycle === 'hourly' ? NEVER_RAN.hourly : NEVER_RAN.prepaid),
    });
    return { is: 'next' };
  }
  if (server.task === 'restoring' && reason !== 'MACHINE_LOST') {
    await wish(tx, ctx, server, {
      change: { task: 'hibernating', goal: 'hibernated' },
      type: 'server.restore_failed',
      level: 'error',
      reason,
      message: told(reason, NOT_RESTORED),
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
    message: told(reason, LOST),
  });
  return { is: 'done' };
}

const whys = {
  BOOT_FAILED: { en: 'The machine did not come up.', fr: 'La machine n’a pas démarré.' },
  DEADLINE_PASSED: { en: 'It took too long.', fr: 'Cela a pris trop de temps.' },
  MACHINE_LOST: { en: 'The machine is gone from its host.', fr: 'La machine a disparu de son hôte.' },
  HOST_LOST: { en: 'Its host is gone silent.', fr: 'Son hôte ne répond plus.' },
} as const satisfies Record<GiveUpReason, Told>;

const NEVER_RAN = {
  hourly: {
    en: 'The server could not be provisioned. The first hour was refunded; delete it and deploy again.',
    fr: 'Le serveur n’a pas pu être mis en service. La première heure a été remboursée ; supprimez-le et déployez-en un autre.',
  },
  prepaid: {
    en: 'The server could not be provisioned. What was paid goes back to the card; delete it and deploy again.',
    fr: 'Le serveur n’a pas pu être mis en service. Ce qui a été payé retourne sur la carte ; supprimez-le et déployez-en un autre.',
  },
} as const;

const NOT_RESTORED = {
  en: 'The server could not be restored. What was charged was refunded, its data is kept; try again later.',
  fr: 'Le serveur n’a pas pu être restauré. Ce qui a été facturé est remboursé, ses données sont gardées ; réessayez plus tard.',
} as const;

const LOST = {
  en: 'Its clock is stopped and the unused part of the hour was refunded. Reboot it, or wait: it recovers by itself when its host is back.',
  fr: 'Son compteur est arrêté et la partie inutilisée de l’heure a été remboursée. Redémarrez-le, ou attendez : il se rétablit de lui-même quand son hôte revient.',
} as const;

function told(reason: GiveUpReason, what: Told): Told {
  return { en: `${whys[reason].en} ${what.en}`, fr: `${whys[reason].fr} ${what.fr}` };
}
