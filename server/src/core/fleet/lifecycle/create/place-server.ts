import type { Sql, Tx } from '../../../../db/connect.ts';
import { AppError } from '../../../../kit/errors.ts';
import { deployablePlanIds } from '../../capacity/places/deployable-plan-ids.ts';
import { lockPools, type PoolsWanted } from '../../capacity/places/locked-pools.store.ts';
import { promisePlace } from '../../capacity/places/promised-places.store.ts';
import { reserveGpus } from '../../capacity/places/reserve-gpus.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { couldTakeFromSpot, takeFromSpot } from '../spot/take-from-spot.ts';
import type { Sale } from '../transact-sale.ts';

type Placed = Pick<PoolsWanted, 'region' | 'engine'> & { readonly serverId: string; readonly accountId: string; readonly plan: Plan };

/**
 * Reserves the GPUs of a plan for a server and records the host; 409 if no host has them. If none are free, an on-demand server takes them
 * from spot servers; its machine then waits until theirs have left.
 */
export async function placeServer(tx: Tx, ctx: Ctx, sale: Sale, input: Placed): Promise<void> {
  const { serverId, accountId, plan } = input;
  const at = ctx.clock.now();
  const pools = await lockPools(tx, { ...input, gpuModel: plan.gpuModel });
  const placement =
    (await reserveGpus(tx, pools, { gpuCount: plan.gpuCount, serverId, unlessPromised: !plan.spot, at })) ??
    (plan.spot ? null : await takeFromSpot(tx, ctx, { sale, pools }, { plan, serverId, accountId }));
  if (!placement) throw await planNotAvailable(tx, { ...input, at });
}

/**
 * Reserves the GPUs of an on-demand plan for a server whose card has yet to be charged; 409 if no host has them. GPUs of spot servers are
 * only promised to it: spot servers keep running until the card is charged (`takePromisedPlace`), because it may be declined.
 */
export async function holdPlace(tx: Tx, ctx: Ctx, input: Placed): Promise<void> {
  const { serverId, plan } = input;
  const at = ctx.clock.now();
  const pools = await lockPools(tx, { ...input, gpuModel: plan.gpuModel });
  if (await reserveGpus(tx, pools, { gpuCount: plan.gpuCount, serverId, unlessPromised: !plan.spot, at })) return;
  const choice = plan.spot ? null : await couldTakeFromSpot(tx, pools, { plan, serverId });
  if (!choice) throw await planNotAvailable(tx, { ...input, at });
  await promisePlace(tx, { serverId, hostId: choice.hostId, at });
}

/**
 * 409 with the plans that could be deployed instead. `engine`: the only one that could have the machine; the message then also says if
 * others have GPUs for the plan.
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
