import type { Tx } from '../../../../db/connect.ts';
import { slotsOf, takeGpus, type Placement } from './capacity.store.ts';
import type { LockedPools } from './locked-pools.store.ts';

/**
 * Takes a machine's GPUs for a server, all on one host, in the transaction that sells it; null if no host has them. All sales of the same
 * model wait here until the commit, so call it last (order: account, pool, server).
 */
export async function reserveGpus(
  tx: Tx,
  pools: LockedPools,
  input: { gpuCount: number; serverId: string; unlessPromised?: boolean; at: Date },
): Promise<Placement | null> {
  const { gpuCount, serverId } = input;
  const placement = await takeGpus(tx, pools, input);
  // Cannot happen while everybody takes the lock. If somebody does not, the sale must fail rather than sell the GPU twice.
  if (placement && placement.slots.length !== gpuCount) throw new Error(`GPUs of ${placement.hostName} were taken without the pool's lock`);
  if (!placement && (await slotsOf(tx, serverId)).length > 0) throw new Error(`server ${serverId} holds GPUs already`);
  return placement;
}
