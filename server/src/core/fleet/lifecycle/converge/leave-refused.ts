import type { Tx } from '../../../../db/connect.ts';
import type { EngineCause, Observed } from '../../../../engines/engine.ts';
import { isPlacing, noteRefusal } from '../../capacity/places/placeable.store.ts';
import { lockPools } from '../../capacity/places/locked-pools.store.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { LockedServer } from '../../servers/servers.store.ts';
import { isRefusal, mayGoElsewhere } from './blame.rules.ts';
import { giveUpOnceOff } from './give-up.ts';
import { isOff } from './power.rules.ts';
import { startOnOthers } from './start-elsewhere.ts';
import type { StepResult } from './step-result.ts';

/**
 * An engine that chooses hosts by itself has no room for a server that was sold: nothing as large is sold there for a while, and the server
 * starts on another host of its pool, or is given up immediately and refunded. No GPU is to blame. Null: its engine does not choose hosts.
 */
export async function leaveRefused(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  refusal: { readonly cause: EngineCause; readonly words: string | null; readonly machine: Observed | null; readonly late: boolean },
): Promise<StepResult | null> {
  const { cause, words, machine, late } = refusal;
  if (!isRefusal(cause) || server.goal !== 'running' || server.hostId === null || server.poolId === null || !mayGoElsewhere(server))
    return null;
  const { hostId, poolId } = server;
  if (!(await isPlacing(tx, poolId))) return null;
  const { gpuModel, gpuCount } = await requirePlan(tx, server.planId);
  const pools = await lockPools(tx, { gpuModel, region: server.region, engine: server.engine, serverId: server.id });
  await noteRefusal(tx, { hostId, poolId, gpuCount, at: ctx.clock.now(), cause, words });
  ctx.log.warn({ serverId: server.id, hostId, gpuCount, cause }, 'the engine has no room for a server that was sold');
  const off = machine !== null && (isOff(machine.power) || machine.power === 'absent');
  if (!late && off) {
    const from = { hostId, machineThere: machine.power !== 'absent' };
    const started = await startOnOthers(tx, ctx, server, { pools: pools.only(poolId), gpuCount, from, otherHost: true, cause });
    if (started) return started;
  }
  return giveUpOnceOff(tx, ctx, server, { reason: 'NO_CAPACITY', machine });
}
