import type { Sql, Tx } from '../../../../db/connect.ts';
import { AppError } from '../../../../kit/errors.ts';
import { deployablePlanIds } from '../../capacity/deployable-plan-ids.ts';
import { lockPools } from '../../capacity/locked-pools.store.ts';
import { reserveGpus } from '../../capacity/reserve-gpus.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { takeFromSpot } from '../spot/take-from-spot.ts';
import type { Sale } from '../transact-sale.ts';

/**
 * Reserves the GPUs of a plan for a server and records the host; 409 when no host has them. An on-demand server takes them from
 * spot servers if none are free; its machine then waits for theirs to leave.
 */
export async function placeServer(
  tx: Tx,
  ctx: Ctx,
  sale: Sale,
  input: { serverId: string; accountId: string; plan: Plan; region: string },
): Promise<void> {
  const { serverId, accountId, plan, region } = input;
  const at = ctx.clock.now();
  const { gpuModel, gpuCount } = plan;
  const pools = await lockPools(tx, { gpuModel, region, serverId });
  const placement =
    (await reserveGpus(tx, pools, { gpuCount, serverId, at })) ??
    (plan.spot ? null : await takeFromSpot(tx, ctx, { sale, pools }, { plan, serverId }));
  if (!placement) throw await planNotAvailable(tx, { accountId, productId: plan.id, region, at });
}

/** 409 with the plans that could be deployed instead. */
export async function planNotAvailable(
  tx: Sql | Tx,
  input: { accountId: string; productId: string; region: string; at: Date; notSold?: 'contact' | 'disabled' },
): Promise<AppError> {
  const deployable = await deployablePlanIds(tx, input);
  return new AppError('PLAN_NOT_AVAILABLE', {
    productId: input.productId,
    alternatives: deployable.filter((id) => id !== input.productId),
    ...(input.notSold && { notSold: input.notSold }),
  });
}
