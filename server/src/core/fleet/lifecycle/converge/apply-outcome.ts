import type { ServerEventType } from '@boreal/contract/servers/events.ts';
import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import type { Tx } from '../../../../db/connect.ts';
import type { EngineCause, Observed } from '../../../../engines/engine.ts';
import { addMs } from '../../../../kit/clock.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { findHostByName } from '../../capacity/hosts.store.ts';
import { machineFirewall } from '../../firewall/firewall.store.ts';
import { reachedBy, releaseClosed } from '../../forwards/hold-forwards.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { applyBackup } from './apply-backup.ts';
import { settle } from './arrive.ts';
import type { EngineAnswer } from './ask-engine.ts';
import { leaveRefused } from './leave-refused.ts';
import { isLate, untilReady } from './look-again.ts';
import { isOff, phaseAt } from './power.rules.ts';
import { bootFailureOf, isSilent, SILENT, triesOf } from './silence.rules.ts';
import { returnHome } from './return-home.ts';
import { startElsewhere } from './start-elsewhere.ts';
import type { StepResult } from './step-result.ts';
import { reasonOfHibernation, recordEvent } from '../../servers/events/events.store.ts';
import { giveUp, giveUpOnceOff } from './give-up.ts';
import { refundMovedHour } from '../move-server.ts';
import { vacateGpus, releaseVacatedGpus } from './vacate-gpus.ts';
import { backoffMs, BOOT_ATTEMPTS } from '../../servers/server.rules.ts';
import {
  changeServer,
  endLease,
  type LockedServer,
  type ServerChange,
  type ServerRow,
  type SteppedServer,
} from '../../servers/servers.store.ts';

const rest = {
  convergeAt: null,
  deadlineAt: null,
  attempts: 0,
  phase: 'asking',
  waitReason: null,
  movingFrom: null,
} as const satisfies ServerChange;

/** The disks of a machine that is not hibernated are with it. */
const noDisksElsewhere = { disksHostId: null, disksToHostId: null } as const satisfies ServerChange;

/**
 * Writes what the engine said into the server's row, with the money and the event that follow from it. Writes nothing if another worker has
 * taken the lease or there is a newer wish: the observation is stale then.
 */
export function applyOutcome(ctx: Ctx, claimed: ServerRow, outcome: EngineAnswer): Promise<StepResult> {
  return ctx.transact(async (tx) => {
    await shareMeterMark(tx);
    await lockAccount(tx, claimed.accountId);
    const server = await endLease(tx, claimed);
    if (!server) return { is: 'done' };
    if (server.intent !== claimed.intent) return { is: 'next' };

    if (server.backupId !== null) return applyBackup(tx, ctx, server, { backupId: server.backupId, outcome });
    if (outcome.is === 'backup') return { is: 'next' };
    if (server.givingUp !== null) return applyGivingUp(tx, ctx, server, { reason: server.givingUp, outcome });
    // The machine on its GPUs did not leave in time; until then, only the time of the next look is written.
    if (outcome.is === 'awaiting GPUs') return giveUpOnceOff(tx, ctx, server, { reason: 'DEADLINE_PASSED', machine: null });
    if (outcome.is === 'failed') return retry(tx, ctx, server, outcome.engineCause, null, outcome);
    const { machine, firewallVersion } = outcome;
    const applied = firewallVersion === null ? server : { ...server, firewallAppliedVersion: firewallVersion };
    // Its machine now applies the current rules: ports that they no longer open lead nowhere.
    if (server.isForwarded && firewallVersion === server.firewallVersion) {
      await releaseClosed(tx, ctx, { serverId: server.id, rules: await machineFirewall(tx, server.id) });
    }
    return applyObserved(tx, ctx, applied, machine);
  });
}

async function applyObserved(tx: Tx, ctx: Ctx, server: SteppedServer, machine: Observed): Promise<StepResult> {
  switch (server.goal) {
    case 'running':
      return applyTowardsRunning(tx, ctx, server, machine);
    case 'stopped':
      if (machine.power === 'stopped') return arrived(tx, ctx, server, { status: 'STOPPED' });
      break;
    case 'hibernated':
      if (machine.power === 'hibernated') return arriveHibernated(tx, ctx, server, machine);
      break;
    case 'gone':
      if (machine.power === 'absent') return arriveGone(tx, ctx, server);
      break;
  }
  if (machine.power === 'absent') {
    return giveUpLost(tx, ctx, server);
  }
  if (machine.power === 'failed' || machine.power === 'unreachable') return retry(tx, ctx, server, machine.failure ?? SILENT, machine);
  return wait(tx, ctx, server, machine);
}

/**
 * Gives up a server once its machine is off, gone, or unreachable. Until then nothing is refunded and it is retried, however long that
 * takes, because somebody may still be working on it.
 */
async function applyGivingUp(tx: Tx, ctx: Ctx, server: LockedServer, of: { reason: string; outcome: EngineAnswer }): Promise<StepResult> {
  const { outcome } = of;
  const reason = of.reason === 'BOOT_FAILED' || of.reason === 'NO_CAPACITY' ? of.reason : 'DEADLINE_PASSED';
  if (outcome.is === 'failed') {
    if (outcome.engineCause === 'gone') return giveUpLost(tx, ctx, server);
    return isSilent(server, outcome.engineCause) ? giveUp(tx, ctx, server, reason) : tryAgain(tx, ctx, server, outcome.engineCause);
  }
  if (outcome.is !== 'observed') return { is: 'next' };
  const { machine } = outcome;
  if (machine.power === 'absent') return server.goal === 'gone' ? giveUp(tx, ctx, server, reason) : giveUpLost(tx, ctx, server);
  if (machine.power === 'unreachable') {
    return isSilent(server, SILENT) ? giveUp(tx, ctx, server, reason) : tryAgain(tx, ctx, server, SILENT);
  }
  const off = server.goal === 'stopped' ? isOff(machine.power) : machine.power === server.goal;
  return off ? giveUp(tx, ctx, server, reason, machine) : wait(tx, ctx, server, machine);
}

async function giveUpLost(tx: Tx, ctx: Ctx, server: LockedServer): Promise<StepResult> {
  await vacateGpus(tx, ctx, { serverId: server.id });
  return giveUp(tx, ctx, server, 'MACHINE_LOST');
}

async function applyTowardsRunning(tx: Tx, ctx: Ctx, server: SteppedServer, machine: Observed): Promise<StepResult> {
  const rebooted = server.rebootIntent === null || machine.rebootToken === String(server.rebootIntent);
  if (machine.power === 'running' && rebooted) {
    const reached = server.isForwarded
      ? await reachedBy(tx, { server, machine })
      : { ipv4: machine.ipv4, ipv6: machine.ipv6, sshPort: null };
    const firstActiveAt = server.firstActiveAt ?? ctx.clock.now();
    const change = { ...reached, firstActiveAt, firewallAppliedVersion: server.firewallAppliedVersion, rebootIntent: null };
    const current = server.firewallAppliedVersion >= server.firewallVersion;
    const result = await arrived(tx, ctx, server, { status: 'ACTIVE', ...change });
    if (current || result.is !== 'done') return result;
    await changeServer(tx, server, { at: ctx.clock.now(), change: { convergeAt: ctx.clock.now() } });
    return { is: 'next' };
  }
  if (isOff(machine.power)) await refundMovedHour(tx, ctx, await lockAccount(tx, server.accountId), server);
  if (machine.power === 'failed') return retry(tx, ctx, server, machine.failure ?? 'unknown', machine);
  if (machine.power === 'unreachable') return retry(tx, ctx, server, SILENT, machine);
  if (isLate(ctx, server)) return giveUpOnceOff(tx, ctx, server, { reason: 'DEADLINE_PASSED', machine });
  return wait(tx, ctx, server, machine);
}

const arrivals = { ACTIVE: 'server.active', STOPPED: 'server.stopped' } as const satisfies Partial<Record<ServerStatus, ServerEventType>>;

/** The machine has reached its goal: writes the new status, moves the money that follows, and records one event. */
async function arrived(
  tx: Tx,
  ctx: Ctx,
  server: SteppedServer,
  change: ServerChange & { status: keyof typeof arrivals },
): Promise<StepResult> {
  await changeServer(tx, server, { at: ctx.clock.now(), change: { ...rest, ...noDisksElsewhere, ...change, task: null } });
  if (server.status !== change.status || server.task !== null) {
    await recordEvent(tx, ctx, {
      server,
      type: arrivals[change.status],
      fromStatus: server.status,
      toStatus: change.status,
    });
  }
  return settle(tx, ctx, server);
}

async function arriveHibernated(tx: Tx, ctx: Ctx, server: LockedServer, machine: Observed): Promise<StepResult> {
  await releaseVacatedGpus(tx, ctx, { serverId: server.id });
  const seen =
    machine.disksOn == null || server.engine === null ? null : await findHostByName(tx, { engine: server.engine, name: machine.disksOn });
  const disks = { disksHostId: seen?.id ?? server.hostId ?? server.disksHostId, disksToHostId: null };
  const change = { ...rest, ...disks, status: 'HIBERNATED', task: null, hostId: null, ipv4: null, ipv6: null, sshPort: null } as const;
  await changeServer(tx, server, { at: ctx.clock.now(), change });
  await recordEvent(tx, ctx, {
    server,
    type: 'server.hibernated',
    fromStatus: server.status,
    toStatus: 'HIBERNATED',
    reason: await reasonOfHibernation(tx, server.id),
  });
  return { is: 'done' };
}

async function arriveGone(tx: Tx, ctx: Ctx, server: LockedServer): Promise<StepResult> {
  await releaseVacatedGpus(tx, ctx, { serverId: server.id });
  await changeServer(tx, server, { at: ctx.clock.now(), change: { ...rest, ...noDisksElsewhere, task: null, hostId: null } });
  return { is: 'done' };
}

/**
 * After a failed attempt: retries on other GPUs if the server's own may be to blame, otherwise after a growing pause, unless the engine has
 * failed to boot it too often or its time is up.
 */
async function retry(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  engineCause: EngineCause,
  machine: Observed | null = null,
  told: { readonly machine?: Observed | null; readonly words?: string } = { machine },
): Promise<StepResult> {
  const { machine: seenAfterwards = null, words = null } = told;
  const late = isLate(ctx, server);
  const silent = isSilent(server, engineCause);
  // Only starts have a deadline: a running server is never given up because a rule could not be pushed.
  const bootFailed = server.deadlineAt !== null && engineCause !== SILENT && triesOf(server, engineCause) >= BOOT_ATTEMPTS;
  if (silent) await refundMovedHour(tx, ctx, await lockAccount(tx, server.accountId), server);
  const home = await returnHome(tx, ctx, server, seenAfterwards);
  if (home) return home;
  if (server.goal === 'running' && engineCause === 'gone' && server.firstActiveAt !== null) return giveUp(tx, ctx, server, 'MACHINE_LOST');
  if (late && silent) return giveUp(tx, ctx, server, 'DEADLINE_PASSED');
  const refused = await leaveRefused(tx, ctx, server, { cause: engineCause, words, machine: seenAfterwards, late });
  if (refused) return refused;
  const failure = { ...bootFailureOf(server, engineCause, machine), machine: seenAfterwards, late };
  const elsewhere = await startElsewhere(tx, ctx, server, failure);
  if (elsewhere) return elsewhere;
  if (late || bootFailed) return giveUpOnceOff(tx, ctx, server, { reason: late ? 'DEADLINE_PASSED' : 'BOOT_FAILED', machine });
  return tryAgain(tx, ctx, server, engineCause);
}

async function tryAgain(tx: Tx, ctx: Ctx, server: LockedServer, engineCause: EngineCause): Promise<StepResult> {
  const attempts = triesOf(server, engineCause);
  const ms = backoffMs(attempts, ctx.random);
  const phase = engineCause === SILENT ? 'unanswered' : 'asking';
  const change = { attempts, phase, waitReason: engineCause, convergeAt: addMs(ctx.clock.now(), ms) } as const;
  await changeServer(tx, server, { at: ctx.clock.now(), change });
  return { is: 'wait', ms, reason: engineCause };
}

async function wait(tx: Tx, ctx: Ctx, server: LockedServer, machine: Observed): Promise<StepResult> {
  const now = ctx.clock.now();
  const ms = untilReady(ctx, server, machine);
  const change = {
    phase: phaseAt(server, machine.power),
    waitReason: machine.power,
    convergeAt: addMs(now, ms),
    ...(server.phase === 'unanswered' && { attempts: 0 }),
  };
  await changeServer(tx, server, { at: now, change });
  return { is: 'wait', ms, reason: machine.power };
}
