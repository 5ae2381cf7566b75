import type { Sql, Tx } from '../../../../db/connect.ts';
import { AppError } from '../../../../kit/errors.ts';
import { deployablePlanIds } from '../../capacity/deployable-plan-ids.ts';
import { lockPools, type PoolsWanted } from '../../capacity/locked-pools.store.ts';
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
  input: Pick<PoolsWanted, 'region' | 'engine'> & { serverId: string; accountId: string; plan: Plan },
): Promise<void> {
  const { serverId, accountId, plan, region, engine } = input;
  const at = ctx.clock.now();
  const { gpuModel, gpuCount } = plan;
  const pools = await lockPools(tx, { gpuModel, region, engine, serverId });
  const placement =
    (await reserveGpus(tx, pools, { gpuCount, serverId, at })) ??
    (plan.spot ? null : await takeFromSpot(tx, ctx, { sale, pools }, { plan, serverId }));
  if (!placement) throw await planNotAvailable(tx, { accountId, plan, region, engine, at });
}

/**
 * 409 with the plans that could be deployed instead. `engine`: the only one that could have the machine; that others have GPUs for the
 * plan is then told, too.
 */
export async function planNotAvailable(
  tx: Sql | Tx,
  input: { accountId: string; plan: Plan; region: string; engine?: string | null; at: Date; notSold?: 'contact' | 'disabled' },
): Promise<AppError> {
  const { plan, engine = null, notSold } = input;
  const deployable = await deployablePlanIds(tx, input);
  return new AppError('PLAN_NOT_AVAILABLE', {
    productId: plan.id,
    alternatives: deployable.filter((id) => id !== plan.id),
    ...(notSold && { notSold }),
    ...(engine !== null && deployable.includes(plan.id) && { onlyElsewhere: true }),
  });
}
