import type { Tx } from '../../../../db/connect.ts';
import { lockPools } from '../../capacity/places/locked-pools.store.ts';
import { releaseGpus, slotsOf, takeGpus, takeGpusOfHost } from '../../capacity/places/capacity.store.ts';
import { endPromise } from '../../capacity/places/promised-places.store.ts';
import { reserveGpus } from '../../capacity/places/reserve-gpus.ts';
import { hasGpuSetAside } from '../../capacity/gpus/gpu-states.store.ts';
import { findHost } from '../../capacity/hosts.store.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { takeFromSpot } from '../spot/take-from-spot.ts';
import type { Sale } from '../transact-sale.ts';
import { changeServer, type LockedServer } from '../../servers/servers.store.ts';

/**
 * Whether there is a place for a server whose card was charged: the one held for it, another one, or, if spot servers were to make room for
 * it, theirs, now that it is paid. False if no host has room; then it holds no GPUs. It has no machine yet. The account and the server's
 * row are locked.
 */
export async function placePaid(tx: Tx, ctx: Ctx, sale: Sale, server: LockedServer): Promise<boolean> {
  return (await endPromise(tx, server.id)) ? takePromisedPlace(tx, ctx, sale, server) : keepPlace(tx, ctx, server);
}

async function takePromisedPlace(tx: Tx, ctx: Ctx, sale: Sale, server: LockedServer): Promise<boolean> {
  const { id: serverId, accountId, region } = server;
  const plan = await requirePlan(tx, server.planId);
  const pools = await lockPools(tx, { gpuModel: plan.gpuModel, region, engine: mayGoAnywhere(server) ? null : server.engine, serverId });
  const placement =
    (await reserveGpus(tx, pools, { gpuCount: plan.gpuCount, serverId, unlessPromised: true, at: ctx.clock.now() })) ??
    (await takeFromSpot(tx, ctx, { sale, pools }, { plan, serverId, accountId, promised: true }));
  return placement !== null;
}

/** A server that has no machine yet, and needs no backup, may go to any engine. */
function mayGoAnywhere({ firstActiveAt, sourceBackupId }: LockedServer): boolean {
  return firstActiveAt === null && sourceBackupId === null;
}

/**
 * Whether a server whose GPUs were held still has a place: its own; one on another host if its own no longer accepts machines; or other
 * GPUs if one of its own was set aside.
 */
async function keepPlace(tx: Tx, ctx: Ctx, server: LockedServer): Promise<boolean> {
  const { id: serverId, hostId, poolId } = server;
  if (hostId === null || poolId === null || (await slotsOf(tx, serverId)).length === 0) return true;
  const plan = await requirePlan(tx, server.planId);
  const { region, engine } = server;
  const where = mayGoAnywhere(server) ? { engine: null } : { engine, serverId };
  const pools = await lockPools(tx, { gpuModel: plan.gpuModel, region, ...where });
  // Read under the pool's lock, which a change of a host's state also takes.
  const host = await findHost(tx, hostId);
  const aside = await hasGpuSetAside(tx, serverId);
  if (host?.state === 'accepting' && host.silentSince === null && !aside) return true;
  await releaseGpus(tx, { serverId });
  const at = ctx.clock.now();
  const wanted = { gpuCount: plan.gpuCount, serverId, at };
  const elsewhere = await takeGpus(tx, pools, wanted);
  // A host that does not answer may be back in a moment: the server may wait there as long as any start may take.
  const kept =
    elsewhere ??
    (host?.state === 'accepting' && host.silentSince !== null
      ? await takeGpusOfHost(tx, pools, { ...wanted, hostId, poolId, awaitsLeaving: false })
      : null);
  await changeServer(tx, server, { at, change: { hostId: kept?.hostId ?? null } });
  return kept !== null;
}
