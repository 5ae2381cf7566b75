import type { Told } from '@boreal/contract/language.ts';
import type { Tx } from '../../../../db/connect.ts';
import { backupFailed } from '../../backups/finish-backup.ts';
import { stopClockWithRefund } from '../../../money/metering/refund-hour.ts';
import { findHostName } from '../../capacity/capacity.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { Observed } from '../../../../engines/engine.ts';
import { isOff } from './power.rules.ts';
import type { StepResult } from './step-result.ts';
import { refundMovedHour } from '../move-server.ts';
import { wish } from '../wish.ts';
import { leaveCards } from './release-cards.ts';
import { wakeServer } from '../../servers/wake-server.store.ts';
import { changeServer, type ServerRow, type LockedServer } from '../../servers/servers.store.ts';
import { recordEvent } from '../../servers/events.store.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';

export type GiveUpReason = 'BOOT_FAILED' | 'DEADLINE_PASSED' | 'MACHINE_LOST' | 'HOST_LOST';

/**
 * Gives up a server that did not come up. Nothing is refunded and no clock stops while its machine may be on, for then it may
 * still be worked with: what is not seen to be off is switched off first, or removed if it never ran.
 */
export async function giveUpOnceOff(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  { reason, machine }: { reason: Extract<GiveUpReason, 'BOOT_FAILED' | 'DEADLINE_PASSED'>; machine: Observed | null },
): Promise<StepResult> {
  if (machine !== null && isOff(machine.power)) return giveUp(tx, ctx, server, reason, machine);
  const now = ctx.clock.now();
  await changeServer(tx, server, {
    at: now,
    change: {
      givingUp: reason,
      goal: server.firstActiveAt === null ? 'gone' : isRestore(server) ? 'hibernated' : 'stopped',
      intent: server.intent + 1,
      rebootIntent: null,
      deadlineAt: null,
      attempts: 0,
      waitReason: null,
    },
  });
  await wakeServer(tx, { serverId: server.id, at: now });
  return { is: 'next' };
}

/** It was hibernated and is woken; one that moves from a drained host was not. */
function isRestore(server: ServerRow): boolean {
  return server.task === 'restoring' && server.movingFrom === null;
}

/**
 * The machine could not be brought to where it should be, and is off, gone, or out of reach. What was paid for nothing is given back: all of a first hour
 * whose server never came up, the unused part of any other.
 * A server that never ran ends in ERROR and its remains are removed; a failed restore is HIBERNATED again; any other
 * is in ERROR until it is stopped, rebooted, or recovers by itself; a backup that was being made of it has failed.
 */
export async function giveUp(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  reason: GiveUpReason,
  machine: Observed | null = null,
): Promise<StepResult> {
  const neverRan = server.firstActiveAt === null;
  const account = await lockAccount(tx, server.accountId);
  await refundMovedHour(tx, ctx, account, server);
  await stopClockWithRefund(tx, ctx, account, {
    serverId: server.id,
    part: 'unused',
    reason,
    description: neverRan ? `Refund: ${server.name} could not be provisioned` : `Refund: the unused part of an hour of ${server.name}`,
  });
  if (neverRan) {
    await ctx.prepaidTerms.serverEnded(tx, ctx, server);
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
  if (isRestore(server) && reason !== 'MACHINE_LOST') {
    await wish(tx, ctx, server, {
      change: { task: 'hibernating', goal: 'hibernated' },
      type: 'server.restore_failed',
      level: 'error',
      reason,
      message: told(reason, NOT_RESTORED),
    });
    return { is: 'next' };
  }
  await leaveOldHost(tx, ctx, server, machine);
  await changeServer(tx, server, {
    at: ctx.clock.now(),
    change: {
      status: 'ERROR',
      task: null,
      // Also of one that was switched off to be given up: it would come to rest as STOPPED, and cost money.
      goal: server.givingUp === null ? server.goal : 'running',
      givingUp: null,
      movingFrom: null,
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
    message: told(reason, lost(server, reason), server),
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

const CLOCK = {
  hourly: {
    en: 'Its clock is stopped and the unused part of the hour was refunded.',
    fr: 'Son compteur est arrêté et la partie inutilisée de l’heure a été remboursée.',
  },
  prepaid: { en: 'Its term goes on.', fr: 'Sa période continue.' },
} as const;

const NEXT = {
  BOOT_FAILED: {
    en: 'It is switched off and its disks are kept. Reboot it to try again.',
    fr: 'Il est éteint et ses disques sont gardés. Redémarrez-le pour réessayer.',
  },
  DEADLINE_PASSED: {
    en: 'It is switched off and its disks are kept. Reboot it to try again.',
    fr: 'Il est éteint et ses disques sont gardés. Redémarrez-le pour réessayer.',
  },
  MACHINE_LOST: {
    en: 'Write to support, or delete it and deploy again, from a backup if it has one.',
    fr: 'Écrivez à l’assistance, ou supprimez-le et déployez-en un autre, à partir d’une sauvegarde s’il en a une.',
  },
  HOST_LOST: {
    en: 'Reboot it, or wait: it recovers by itself when its host is back.',
    fr: 'Redémarrez-le, ou attendez : il se rétablit de lui-même quand son hôte revient.',
  },
} as const satisfies Record<GiveUpReason, Told>;

function lost(server: ServerRow, reason: GiveUpReason): Told {
  const clock = server.billingCycle === 'hourly' ? CLOCK.hourly : CLOCK.prepaid;
  return { en: `${clock.en} ${NEXT[reason].en}`, fr: `${clock.fr} ${NEXT[reason].fr}` };
}

const whysMoved = {
  ...whys,
  BOOT_FAILED: {
    en: 'Its host was taken out of service, and the server did not come up on the one that it was moved to.',
    fr: 'Son hôte a été mis hors service, et le serveur n’a pas démarré sur celui où il a été déplacé.',
  },
  DEADLINE_PASSED: {
    en: 'Its host was taken out of service, and its move to another one took too long.',
    fr: 'Son hôte a été mis hors service, et son déplacement vers un autre a pris trop de temps.',
  },
} as const satisfies Record<GiveUpReason, Told>;

function told(reason: GiveUpReason, what: Told, server?: ServerRow): Told {
  const why = (server?.movingFrom ? whysMoved : whys)[reason];
  return { en: `${why.en} ${what.en}`, fr: `${why.fr} ${what.fr}` };
}

/** A machine that lies off on its new host has left the cards of the old one. */
async function leaveOldHost(tx: Tx, ctx: Ctx, server: LockedServer, machine: Observed | null): Promise<void> {
  if (server.movingFrom === null || server.hostId === null || machine === null) return;
  const hostName = await findHostName(tx, server.hostId);
  if (machine.hostName === hostName) await leaveCards(tx, ctx, { serverId: server.id });
}
