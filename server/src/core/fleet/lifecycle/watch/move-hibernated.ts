import { answerSignal } from '../../../../engines/answer-limits.ts';
import type { Engine } from '../../../../engines/engine.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import { reserveDisks } from '../../capacity/places/capacity.store.ts';
import { lockPools } from '../../capacity/places/locked-pools.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { machineSpec } from '../converge/machine-spec.ts';
import { leaseMs } from '../converge/converge-server.ts';
import { claimHibernated, noteDisksMoved, releaseLease, type ServerRow } from '../../servers/servers.store.ts';
import { enqueueConverge } from '../../servers/wake-server.store.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/**
 * Moves the disks of hibernated servers off a drained host, to hosts of its pool that have room for them. A hibernated server has no host:
 * with or without this, it is restored wherever GPUs are free. Returns the servers for whose disks there is no room.
 */
export async function moveHibernated(ctx: Ctx, engine: Engine, from: { name: string }): Promise<readonly string[]> {
  if (!engine.hibernatedOn) return [];
  const stuck: string[] = [];
  for (const serverId of await engine.hibernatedOn(from.name, answerSignal(engine, 'list', AT_LEAST))) {
    const wall = ctx.clock.wall();
    // Held while its disks move: if it were restored meanwhile, it could be booted here with the GPUs that it got there.
    const server = await claimHibernated(ctx.db.sql, { serverId, wall, leaseUntil: addMs(wall, leaseMs(engine)) });
    if (!server) continue;
    let arrivedOn: string | null = null;
    try {
      const to = await reserve(ctx, server);
      if (to === null) stuck.push(serverId);
      else if (await relocate(ctx, engine, server, to)) arrivedOn = to;
    } catch (error) {
      ctx.log.warn({ err: error, serverId, from: from.name }, 'the disks of a hibernated server could not be moved; it is tried again');
    } finally {
      await ctx.transact(async (tx) => {
        if (arrivedOn !== null) await noteDisksMoved(tx, server, { hostId: arrivedOn });
        if (await releaseLease(tx, server)) await enqueueConverge(tx, { serverId });
      });
    }
  }
  return stuck;
}

/** The host of its pool that has room for its disks, which count there from now on; null if none has. */
function reserve(ctx: Ctx, server: ServerRow): Promise<string | null> {
  return ctx.transact(async (tx) => {
    const { gpuModel } = await requirePlan(tx, server.planId);
    const pools = await lockPools(tx, { gpuModel, region: server.region, engine: server.engine });
    return reserveDisks(tx, server.poolId === null ? pools : pools.only(server.poolId), { serverId: server.id });
  });
}

async function relocate(ctx: Ctx, engine: Engine, server: ServerRow, to: string): Promise<boolean> {
  const spec = await machineSpec(ctx, server, to);
  return (await engine.relocate(spec, AbortSignal.timeout(engine.answers.work))) === 'there';
}
