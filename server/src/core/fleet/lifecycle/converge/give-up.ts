import type { GiveUpReason } from '@boreal/contract/servers/events.ts';
import type { Tx } from '../../../../db/connect.ts';
import { backupFailed } from '../../backups/finish-backup.ts';
import { stopClockWithRefund } from '../../../money/metering/refund-hour.ts';
import { deployablePlanIds } from '../../capacity/places/deployable-plan-ids.ts';
import { findHostName } from '../../capacity/places/capacity.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { Observed } from '../../../../engines/engine.ts';
import { hasNeverRun } from '../never-ran.ts';
import { isOff } from './power.rules.ts';
import type { StepResult } from './step-result.ts';
import { refundMovedHour } from '../move-server.ts';
import { wish } from '../wish.ts';
import { vacateGpus } from './vacate-gpus.ts';
import { wakeServer } from '../../servers/wake-server.store.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { changeServer, type LockedServer } from '../../servers/servers.store.ts';
import { recordEvent } from '../../servers/events/events.store.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';

/**
 * Gives up a server that did not start. Nothing is refunded and no clock stops while its machine may be on, because somebody may still be
 * working with it: a machine not known to be off is switched off first, or removed if it never ran.
 */
export async function giveUpOnceOff(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  { reason, machine }: { reason: Extract<GiveUpReason, 'BOOT_FAILED' | 'DEADLINE_PASSED' | 'NO_CAPACITY'>; machine: Observed | null },
): Promise<StepResult> {
  if (machine !== null && isOff(machine.power)) return giveUp(tx, ctx, server, reason, machine);
  const now = ctx.clock.now();
  await changeServer(tx, server, {
    at: now,
    change: {
      givingUp: reason,
      goal: (await hasNeverRun(tx, server)) ? 'gone' : server.task === 'restoring' ? 'hibernated' : 'stopped',
      intent: server.intent + 1,
      rebootIntent: null,
      deadlineAt: null,
      attempts: 0,
      phase: 'asking',
      waitReason: null,
    },
  });
  await wakeServer(tx, { serverId: server.id, at: now });
  return { is: 'next' };
}

/**
 * Gives up a server whose machine could not reach its goal, and is off, gone, or unreachable. Refunds what was paid for nothing: all of a
 * first hour if the server never started, the unused part of any other. A server that never ran ends in ERROR and its remains are removed;
 * after a failed restore, a server is HIBERNATED again; any other is in ERROR until it is stopped or rebooted, or recovers by itself; a
 * backup in progress fails.
 */
export async function giveUp(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  reason: GiveUpReason,
  machine: Observed | null = null,
): Promise<StepResult> {
  // Where there is no machine, nobody can have worked on it.
  const neverRan = server.firstActiveAt === null && (reason === 'MACHINE_LOST' || (await hasNeverRun(tx, server)));
  const account = await lockAccount(tx, server.accountId);
  await refundMovedHour(tx, ctx, account, server);
  await stopClockWithRefund(tx, ctx, account, {
    serverId: server.id,
    part: 'unused',
    reason,
    data: { of: 'hour_refund', serverName: server.name, why: neverRan ? 'not_provisioned' : 'unused' },
  });
  if (neverRan) {
    // Its GPUs and other resources are released only later, so they count as taken.
    const deployable =
      reason === 'NO_CAPACITY'
        ? await deployablePlanIds(tx, { accountId: server.accountId, region: server.region, at: ctx.clock.now() })
        : null;
    const alternatives = deployable && { alternatives: deployable.filter((id) => id !== server.planId) };
    await ctx.prepaidTerms.serverEnded(tx, ctx, server);
    await wish(tx, ctx, server, {
      change: { status: 'ERROR', task: null, goal: 'gone' },
      type: 'server.error',
      level: 'error',
      toStatus: 'ERROR',
      data: { reason, was: 'deploying', billingCycle: server.billingCycle, ...alternatives },
    });
    return { is: 'next' };
  }
  if (server.task === 'restoring' && reason !== 'MACHINE_LOST') {
    await wish(tx, ctx, server, {
      change: await beginningOf(tx, ctx.clock, server, 'end'),
      type: 'server.restore_failed',
      level: 'error',
      data: { reason },
    });
    return { is: 'next' };
  }
  await leaveOldHost(tx, ctx, server, machine);
  await changeServer(tx, server, {
    at: ctx.clock.now(),
    change: {
      status: 'ERROR',
      task: null,
      // Its machine may hold its customer's data: it is never replaced by an empty one.
      firstActiveAt: server.firstActiveAt ?? ctx.clock.now(),
      // Also for a machine switched off in order to be given up: otherwise it would be taken for STOPPED, and cost money.
      goal: server.givingUp === null ? server.goal : 'running',
      givingUp: null,
      movingFrom: null,
      backupId: null,
      rebootIntent: null,
      convergeAt: null,
      deadlineAt: null,
      attempts: 0,
      phase: reason === 'HOST_LOST' ? 'host_lost' : 'asking',
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
    data: { reason, was: server.movingFrom === null ? 'in_use' : 'moving', billingCycle: server.billingCycle },
  });
  return { is: 'done' };
}

/** A machine that is off on its new host has left the GPUs of the old one. */
async function leaveOldHost(tx: Tx, ctx: Ctx, server: LockedServer, machine: Observed | null): Promise<void> {
  if (server.movingFrom === null || server.hostId === null || machine === null) return;
  const hostName = await findHostName(tx, server.hostId);
  if (machine.hostName === hostName) await vacateGpus(tx, ctx, { serverId: server.id });
}
