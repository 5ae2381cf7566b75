import { setSavepoint } from '../../../../db/savepoint.ts';
import type { Tx } from '../../../../db/connect.ts';
import type { EngineCause, Observed } from '../../../../engines/engine.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { keepsAddresses } from '../../addresses/addresses.store.ts';
import { leaveGpus, releaseGpus, takeGpus } from '../../capacity/places/capacity.store.ts';
import { lockPools, type LockedPools } from '../../capacity/places/locked-pools.store.ts';
import { clearSuspicion, suspectGpus } from '../../capacity/health/suspect-gpus.ts';
import { hasEvent, recordEvent } from '../../servers/events/events.store.ts';
import { changeServer, type LockedServer } from '../../servers/servers.store.ts';
import { blameFor, mayGoElsewhere, type BootFailure } from './blame.rules.ts';
import { isOff } from './power.rules.ts';
import { triesOf } from './silence.rules.ts';
import type { StepResult } from './step-result.ts';

/**
 * Sets aside the GPUs on which a machine failed, if they may be to blame, and starts it on others of its pool immediately: another buyer
 * must not be the next to find out. The order, its charge and its deadline stay the same. Null: the server stays where it is.
 *
 * A failure that may have another cause is blamed on the GPUs only if the server starts elsewhere: if it fails there too, they are ok
 * again.
 */
export async function startElsewhere(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  failure: BootFailure & { readonly machine: Observed | null; readonly late: boolean },
): Promise<StepResult | null> {
  const blame = blameFor(server, failure);
  if (blame === null || server.hostId === null || server.poolId === null) return null;
  const plan = await requirePlan(tx, server.planId);
  const pools = await lockPools(tx, { gpuModel: plan.gpuModel, region: server.region, engine: server.engine });
  if (!blame.certain && (await hasEvent(tx, { serverId: server.id, type: 'server.placed_again' }))) {
    await clearSuspicion(tx, ctx, { serverId: server.id });
    return null;
  }
  await suspectGpus(tx, ctx, { serverId: server.id, hostId: server.hostId, cause: blame.cause });
  const { machine } = failure;
  if (failure.late || !mayGoElsewhere(server) || machine === null || !(isOff(machine.power) || machine.power === 'absent')) return null;
  const from = { hostId: server.hostId, machineThere: machine.power !== 'absent' };
  // If no other host has room, the failure may have had another cause: the next attempt uses other GPUs of the same host.
  const { gpuCount } = plan;
  return startOnOthers(tx, ctx, server, {
    pools: pools.only(server.poolId),
    gpuCount,
    from,
    otherHost: !blame.certain,
    cause: failure.cause,
  });
}

interface Others {
  readonly pools: LockedPools;
  readonly gpuCount: number;
  /** Where the server was to start, and whether its machine is still there. */
  readonly from: { readonly hostId: string; readonly machineThere: boolean };
  /** Prefer GPUs of another host. */
  readonly otherHost: boolean;
}

/** Starts a server on other GPUs of the pools immediately; null if there are none. */
export async function startOnOthers(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  { cause, ...others }: Others & { readonly cause: EngineCause },
): Promise<StepResult | null> {
  if (!(await takeOthers(tx, ctx, server, others))) return null;
  const now = ctx.clock.now();
  const attempts = triesOf(server, cause);
  await changeServer(tx, server, { at: now, change: { attempts, phase: 'asking', waitReason: cause, convergeAt: now } });
  await recordEvent(tx, ctx, { server, type: 'server.placed_again', level: 'warning' });
  return { is: 'next' };
}

/** Takes other GPUs of the pool; the former ones count as being left while the machine is still there. False if there are none. */
async function takeOthers(tx: Tx, ctx: Ctx, server: LockedServer, how: Others): Promise<boolean> {
  const { pools, gpuCount, from, otherHost } = how;
  const serverId = server.id;
  const before = await setSavepoint(tx);
  await (from.machineThere ? leaveGpus(tx, { serverId }) : releaseGpus(tx, { serverId }));
  const wanted = { gpuCount, serverId, keepsAddress: await keepsAddresses(tx, serverId), at: ctx.clock.now() };
  const taken =
    (otherHost ? await takeGpus(tx, pools, { ...wanted, exceptHostId: from.hostId }) : null) ?? (await takeGpus(tx, pools, wanted));
  if (!taken) await before.rollBack();
  return taken !== null;
}
