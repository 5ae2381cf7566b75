import type { Tx } from '../../../../db/connect.ts';
import type { Observed } from '../../../../engines/engine.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { returnToGpus } from '../../capacity/places/capacity.store.ts';
import { findHost, findHostByName } from '../../capacity/hosts.store.ts';
import { lockPools } from '../../capacity/places/locked-pools.store.ts';
import { changeServer, type LockedServer } from '../../servers/servers.store.ts';
import { isOff } from './power.rules.ts';
import type { StepResult } from './step-result.ts';

/**
 * Ends a move if the new host has gone silent and the machine is off on its old host, which answers. The server stays there, running or off
 * as before, until the drained host is emptied again, to another host. Null: the move continues.
 */
export async function returnHome(tx: Tx, ctx: Ctx, server: LockedServer, machine: Observed | null): Promise<StepResult | null> {
  if (server.task !== 'moving' || server.hostId === null || server.engine === null) return null;
  if (machine === null || machine.hostName === null || !isOff(machine.power)) return null;
  const target = await findHost(tx, server.hostId);
  const home = await findHostByName(tx, { engine: server.engine, name: machine.hostName });
  if (!home || !target || target.silentSince === null || home.id === target.id) return null;
  const { gpuModel, gpuCount } = await requirePlan(tx, server.planId);
  await lockPools(tx, { gpuModel, region: server.region, engine: server.engine, serverId: server.id });
  const at = ctx.clock.now();
  if (!(await returnToGpus(tx, { serverId: server.id, hostId: home.id, gpuCount, at }))) return null;
  ctx.log.warn({ serverId: server.id, to: target.name, back: home.name }, 'the host to which a server was moving is silent: it stays');
  const phase = server.movingFrom === null ? 'asking' : 'off_to_move';
  await changeServer(tx, server, { at, change: { hostId: home.id, attempts: 0, phase, waitReason: null, convergeAt: at } });
  return { is: 'next' };
}
