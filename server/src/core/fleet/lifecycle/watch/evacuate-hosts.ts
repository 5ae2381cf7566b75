import type { Engine } from '../../../../engines/engine.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import { readHostRooms } from '../../capacity/host-rooms.store.ts';
import { selectDraining } from '../../capacity/hosts.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { CALL_TIMEOUT_MS, machineSpec } from '../converge/ask-engine.ts';
import { LEASE_MS } from '../converge/converge-server.ts';
import { moveServer } from '../move-server.ts';
import { listResting } from '../../servers/resting-servers.store.ts';
import { claimHibernated, releaseLease } from '../../servers/servers.store.ts';
import { enqueueConverge } from '../../servers/wake-server.store.ts';
import { planMoves, type HostRoom } from './plan-moves.rules.ts';

const LIST_TIMEOUT_MS = 30 * SECOND_MS;
/** A few at a time: disks go over the network. */
const AT_ONCE = 4;
const LOOKED_AT = 400;

/** What is left to do on a drained host. */
export interface Evacuation {
  readonly hostName: string;
  /** Servers whose move began in this run. */
  readonly moving: readonly string[];
  /** Servers for which no other host of the pool has room. */
  readonly stuck: readonly string[];
}

/**
 * Empties drained hosts: servers at rest move to other hosts of the pool, and so do the disks of hibernated servers that are on the
 * host. Servers in progress or in ERROR must come to rest first. Runs every few seconds.
 *
 * Free capacity is read once, and only servers for which it suffices are tried, each once: somebody may have bought the room
 * meanwhile.
 */
export async function evacuateHosts(ctx: Ctx, engine: Engine): Promise<readonly Evacuation[]> {
  const draining = await selectDraining(ctx.db.sql, engine.name);
  if (draining.length === 0) return [];
  const rooms = await readHostRooms(ctx.db.sql, { poolIds: draining.map((host) => host.poolId) });
  const resting = await listResting(ctx.db.sql, { hostIds: draining.map((host) => host.id), perHost: LOOKED_AT });
  const plan = planMoves({ rooms, resting, perHost: AT_ONCE });

  const moving = new Set<string>();
  const stuck = new Set(plan.stuck.map((server) => server.id));
  for (const server of plan.moves) {
    const moved = await moveServer(ctx, server);
    if (moved === 'moving') moving.add(server.id);
    if (moved === 'no room') stuck.add(server.id);
  }
  // Moving disks takes long: what was free before may no longer be.
  for (const host of draining) await moveHibernated(ctx, engine, { from: host.name, to: roomiest(rooms, host.poolId) });
  return draining.map((host) => {
    const ids = resting.filter(({ hostId }) => hostId === host.id).map(({ id }) => id);
    return { hostName: host.name, moving: ids.filter((id) => moving.has(id)), stuck: ids.filter((id) => stuck.has(id)) };
  });
}

/** The pool's host with the most free GPUs. */
function roomiest(rooms: readonly HostRoom[], poolId: string): string | null {
  const [most] = rooms.filter((room) => room.poolId === poolId).toSorted((a, b) => b.freeGpus - a.freeGpus);
  return most?.hostId ?? null;
}

/** A hibernated server has no host; only its disks are somewhere. It wakes wherever there are GPUs, with or without this. */
async function moveHibernated(ctx: Ctx, engine: Engine, { from, to }: { from: string; to: string | null }): Promise<void> {
  if (to === null || !engine.hibernatedOn) return;
  for (const serverId of await engine.hibernatedOn(from, AbortSignal.timeout(LIST_TIMEOUT_MS))) {
    const wall = ctx.clock.wall();
    // Held while its disks move: restored meanwhile, it could be booted here with the GPUs that it got there.
    const server = await claimHibernated(ctx.db.sql, { serverId, wall, leaseUntil: addMs(wall, LEASE_MS) });
    if (!server) continue;
    try {
      const spec = await machineSpec(ctx, server, to);
      await engine.relocate(spec, AbortSignal.timeout(CALL_TIMEOUT_MS));
    } catch (error) {
      ctx.log.warn({ err: error, serverId, from }, 'the disks of a hibernated server could not be moved; it is tried again');
    } finally {
      await ctx.transact(async (tx) => {
        if (await releaseLease(tx, server)) await enqueueConverge(tx, { serverId });
      });
    }
  }
}
