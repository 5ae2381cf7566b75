import type { Tx } from '../../../../db/connect.ts';
import { takeGpusOfHost, type Placement } from '../../capacity/places/capacity.store.ts';
import type { LockedPools } from '../../capacity/places/locked-pools.store.ts';
import { chooseVictims, type Choice, type HostShare } from '../../capacity/places/choose-victims.rules.ts';
import { listPromised } from '../../capacity/places/promised-places.store.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import { lockPreemptible, readHostShares } from '../../capacity/places/spot-gpus.store.ts';
import { systemActor, type Ctx } from '../../../ground/ctx.ts';
import { accountsOfSamePeople } from '../../../ground/members/accounts-of-same-people.ts';
import { preempt } from './preempt.ts';
import { MoreLocksNeeded, type Sale } from '../transact-sale.ts';

/** The server for which GPUs are taken from spot servers. */
interface Wanted {
  readonly plan: Plan;
  readonly serverId: string;
  /** Whether it was promised its place, and is paid: if no place is left beyond those promised to others, it gets one of theirs. */
  readonly promised?: boolean;
}

/** `accountId`: the buyer. */
type Taken = Wanted & { readonly accountId: string };

/**
 * Takes GPUs for an on-demand server from the newest spot servers, as few as possible, and leaves others the places that they
 * are promised; null if no host has enough even so. Throws MoreLocksNeeded if the sale must restart with other locks.
 */
export async function takeFromSpot(
  tx: Tx,
  ctx: Ctx,
  { sale, pools }: { sale: Sale; pools: LockedPools },
  wanted: Taken,
): Promise<Placement | null> {
  const { plan, serverId: buyer } = wanted;
  const { hosts, choice } = await readChoice(tx, pools, wanted);
  if (!choice) return null;

  const likely = choice.victims.map((victim) => victim.accountId);
  const locked = likely.every((accountId) => sale.lockedAccountIds.has(accountId));
  const serverIds = choice.victims.map((victim) => victim.serverId);
  const held = locked ? await lockPreemptible(tx, serverIds) : [];
  if (held.length < serverIds.length) {
    // The locks are wrong, or an owner was just deleting a victim: decide as of the time when the sale restarts.
    if (!sale.mayAskAgain) return null;
    throw new MoreLocksNeeded({ likely, possible: hosts.flatMap((host) => host.spot.map((holder) => holder.accountId)) });
  }

  // Preempted customers are told that they were, but not by whom.
  const house: Ctx = { ...ctx, actor: systemActor, requestId: null };
  const owners = await accountsOfSamePeople(tx, { accountId: wanted.accountId, among: likely });
  const own = new Set(choice.victims.flatMap(({ serverId, accountId }) => (owners.has(accountId) ? [serverId] : [])));
  for (const serverId of held) await preempt(tx, house, { serverId, operatorsReason: null, byItsOwner: own.has(serverId) });
  const { hostId, poolId, awaitsLeaving } = choice;
  return takeGpusOfHost(tx, pools, { hostId, poolId, awaitsLeaving, gpuCount: plan.gpuCount, serverId: buyer, at: ctx.clock.now() });
}

/** Where spot servers would make room for a server if it were paid now; null if nowhere. Preempts nothing. */
export async function couldTakeFromSpot(tx: Tx, pools: LockedPools, wanted: Wanted): Promise<Choice | null> {
  return (await readChoice(tx, pools, wanted)).choice;
}

async function readChoice(
  tx: Tx,
  pools: LockedPools,
  { plan, serverId, promised = false }: Wanted,
): Promise<{ hosts: readonly HostShare[]; choice: Choice | null }> {
  const hosts = await readHostShares(tx, pools, { gpuCount: plan.gpuCount, serverId });
  const toOthers = hosts.length === 0 ? [] : await listPromised(tx, pools, { exceptServerId: serverId });
  const choice = chooseVictims(hosts, plan, { toOthers, toThis: promised });
  return { hosts, choice };
}
