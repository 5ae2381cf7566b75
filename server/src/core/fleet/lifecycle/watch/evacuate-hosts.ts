import type { Engine } from '../../../../engines/engine.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import { selectDraining, type DrainingHost } from '../../capacity/hosts.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { CALL_TIMEOUT_MS, machineSpec } from '../converge/ask-engine.ts';
import { LEASE_MS } from '../converge/converge-server.ts';
import { moveServer } from '../move-server.ts';
import { claimHibernated, listResting, releaseLease } from '../../servers/servers.store.ts';
import { enqueueConverge } from '../../servers/wake-server.store.ts';

const LIST_TIMEOUT_MS = 30 * SECOND_MS;
/** A few at a time: disks go over the network. */
const AT_ONCE = 4;
const LOOKED_AT = 400;

/** What is left to do on a host that is drained. */
export interface Evacuation {
  readonly hostName: string;
  /** Servers that have begun to move with this run. */
  readonly moving: readonly string[];
  /** Servers for which no other host of the pool has room. */
  readonly stuck: readonly string[];
}

/**
 * Empties hosts that are drained: servers that stand still move to others of the pool, and so do the disks of those that
 * hibernate, where they lie on the host. What is under way, or in ERROR, is left to come to rest first. For every some seconds.
 */
export async function evacuateHosts(ctx: Ctx, engine: Engine): Promise<readonly Evacuation[]> {
  const evacuations: Evacuation[] = [];
  for (const host of await selectDraining(ctx.db.sql, engine.name)) {
    const moving: string[] = [];
    const stuck: string[] = [];
    for (const server of await listResting(ctx.db.sql, { hostId: host.id, limit: LOOKED_AT })) {
      if (moving.length >= AT_ONCE) break;
      const moved = await moveServer(ctx, server);
      if (moved === 'moving') moving.push(server.id);
      if (moved === 'no room') stuck.push(server.id);
    }
    await moveHibernated(ctx, engine, host);
    evacuations.push({ hostName: host.name, moving, stuck });
  }
  return evacuations;
}

/** A hibernated server has no host; only its disks lie somewhere. It wakes wherever there are cards, with or without this. */
async function moveHibernated(ctx: Ctx, engine: Engine, host: DrainingHost): Promise<void> {
  if (host.other === null || !engine.hibernatedOn) return;
  for (const serverId of await engine.hibernatedOn(host.name, AbortSignal.timeout(LIST_TIMEOUT_MS))) {
    const wall = ctx.clock.wall();
    // Held while its disks are on the way: restored meanwhile, it could be booted here with the cards that it got there.
    const server = await claimHibernated(ctx.db.sql, { serverId, wall, leaseUntil: addMs(wall, LEASE_MS) });
    if (!server) continue;
    try {
      const spec = await machineSpec(ctx, server, host.other);
      await engine.relocate(spec, AbortSignal.timeout(CALL_TIMEOUT_MS));
    } catch (error) {
      ctx.log.warn({ err: error, serverId, from: host.name }, 'the disks of a hibernated server could not be moved; it is tried again');
    } finally {
      await ctx.transact(async (tx) => {
        if (await releaseLease(tx, server)) await enqueueConverge(tx, { serverId });
      });
    }
  }
}
