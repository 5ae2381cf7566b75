import type { Engine } from '../../../../engines/engine.ts';
import { readHostRooms } from '../../capacity/hosts/host-rooms.store.ts';
import { selectDraining } from '../../capacity/hosts.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { moveServer } from '../move-server.ts';
import { listResting } from '../../servers/resting-servers.store.ts';
import { moveHibernated } from './move-hibernated.ts';
import { planMoves } from './plan-moves.rules.ts';

/** A few at a time: disks go over the network. */
const AT_ONCE = 4;
const LOOKED_AT = 400;

/** What is left to do on a drained host. */
export interface Evacuation {
  readonly hostName: string;
  /** Servers whose move began in this run. */
  readonly moving: readonly string[];
  /** Servers that stay, including hibernated ones: no other host of the pool has room for them, or the engine cannot move servers. */
  readonly stuck: readonly string[];
}

/**
 * Empties drained hosts: moves servers with nothing in progress to other hosts of the pool, and also the disks of hibernated servers.
 * Servers with something in progress or in ERROR must finish first. Runs every few seconds.
 *
 * Reads free capacity once, and tries only servers for which it is enough, each once: it may have been sold meanwhile.
 */
export async function evacuateHosts(ctx: Ctx, engine: Engine): Promise<readonly Evacuation[]> {
  const draining = await selectDraining(ctx.db.sql, engine.name);
  if (draining.length === 0) return [];
  const resting = await listResting(ctx.db.sql, { hostIds: draining.map((host) => host.id), perHost: LOOKED_AT });
  if (!engine.can.relocation) {
    return draining.map(({ id, name }) => ({
      hostName: name,
      moving: [],
      stuck: resting.filter(({ hostId }) => hostId === id).map((server) => server.id),
    }));
  }
  const rooms = await readHostRooms(ctx.db.sql, { poolIds: resting.map((server) => server.poolId) });
  const plan = planMoves({ rooms, resting, perHost: AT_ONCE });

  const moving = new Set<string>();
  const stuck = new Set(plan.stuck.map((server) => server.id));
  for (const server of plan.moves) {
    const moved = await moveServer(ctx, server);
    if (moved === 'moving') moving.add(server.id);
    if (moved === 'no room') stuck.add(server.id);
  }
  // Moving disks takes long: what was free before may no longer be.
  const evacuations: Evacuation[] = [];
  for (const host of draining) {
    const ids = resting.filter(({ hostId }) => hostId === host.id).map(({ id }) => id);
    const disks = await moveHibernated(ctx, engine, host);
    evacuations.push({
      hostName: host.name,
      moving: ids.filter((id) => moving.has(id)),
      stuck: [...ids.filter((id) => stuck.has(id)), ...disks],
    });
  }
  return evacuations;
}
