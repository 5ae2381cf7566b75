import type { Tx } from '../../../../db/connect.ts';
import { takeGpusOfHost, type Placement } from '../../capacity/capacity.store.ts';
import type { LockedPools } from '../../capacity/locked-pools.store.ts';
import { chooseVictims } from '../../capacity/choose-victims.rules.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import { lockPreemptible, readHostShares } from '../../capacity/spot-gpus.store.ts';
import { systemActor, type Ctx } from '../../../ground/ctx.ts';
import { preempt } from './preempt.ts';
import { MoreLocksNeeded, type Sale } from '../transact-sale.ts';

/**
 * Takes an on-demand server's GPUs from the newest spot servers, as few as suffice; null when no host has enough even
 * so. Throws MoreLocksNeeded when the sale must begin again with other locks.
 */
export async function takeFromSpot(
  tx: Tx,
  ctx: Ctx,
  { sale, pools }: { sale: Sale; pools: LockedPools },
  wanted: { plan: Plan; serverId: string },
): Promise<Placement | null> {
  const { plan, serverId: buyer } = wanted;
  const hosts = await readHostShares(tx, pools, { gpuCount: plan.gpuCount, serverId: buyer });
  const choice = chooseVictims(hosts, plan);
  if (!choice) return null;

  const likely = choice.victims.map((victim) => victim.accountId);
  const locked = likely.every((accountId) => sale.lockedAccountIds.has(accountId));
  const serverIds = choice.victims.map((victim) => victim.serverId);
  const held = locked ? await lockPreemptible(tx, serverIds) : [];
  if (held.length < serverIds.length) {
    // The wrong locks, or a victim that its owner was just deleting: as of the time when we begin again.
    if (!sale.mayAskAgain) return null;
    throw new MoreLocksNeeded({ likely, possible: hosts.flatMap((host) => host.spot.map((holder) => holder.accountId)) });
  }

  // The customers who must go are told that, but not by whom.
  const house: Ctx = { ...ctx, actor: systemActor, requestId: null };
  for (const serverId of held) await preempt(tx, house, { serverId, operatorsReason: null });
  const { hostId, poolId, awaitsLeaving } = choice;
  return takeGpusOfHost(tx, pools, { hostId, poolId, awaitsLeaving, gpuCount: plan.gpuCount, serverId: buyer, at: ctx.clock.now() });
}
