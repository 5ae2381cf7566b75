import type { Tx } from '../../../../db/connect.ts';
import { clearLeftGpus, releaseGpus } from '../../capacity/places/capacity.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { releaseForwards, releaseLeftForwards } from '../../forwards/hold-forwards.ts';
import { deadlineOf } from '../../servers/begin-move.ts';
import { changeServer, lockServersAwaiting } from '../../servers/servers.store.ts';
import { wakeServer } from '../../servers/wake-server.store.ts';

/**
 * The server's machine holds no GPU and can no longer be reached: frees the GPUs that the server has, and lets others start on those it was
 * preempted from.
 */
export async function releaseVacatedGpus(tx: Tx, ctx: Ctx, input: { serverId: string }): Promise<void> {
  await vacateGpus(tx, ctx, input);
  await releaseGpus(tx, input);
  await releaseForwards(tx, ctx, input);
}

/**
 * The machine is off the GPUs that its server was preempted from. The servers that bought them start now, and only now does the time limit
 * for starting begin.
 */
export async function vacateGpus(tx: Tx, ctx: Ctx, { serverId }: { serverId: string }): Promise<void> {
  // Locks their rows first, then the GPUs: a server that ends locks its row before its GPUs, too.
  const awaiting = await lockServersAwaiting(tx, serverId);
  await clearLeftGpus(tx, { serverId });
  await releaseLeftForwards(tx, ctx, { serverId });
  const at = ctx.clock.now();
  for (const buyer of awaiting) {
    await changeServer(tx, buyer, { at, change: { deadlineAt: await deadlineOf(tx, ctx.clock, buyer, 'deploy') } });
    await wakeServer(tx, { serverId: buyer.id, at });
  }
}
