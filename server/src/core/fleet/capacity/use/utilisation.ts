import type { Utilisation } from '@boreal/contract/operator/oversight.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../kit/clock.ts';
import { billingDay } from '../../../ground/calendar.rules.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { listPools } from '../pools/list-pools.ts';
import { averagePoolReadings, deletePoolReadingsBefore, insertPoolReadings } from './utilisation.store.ts';

/** How often pools are read, product time. */
export const POOL_READING_MS = 15 * MINUTE_MS;

const KEPT_MS = 400 * DAY_MS;
/** Up to this range a point is an hour; beyond it, a day. */
export const HOURLY_DAYS = 7;

/** Records how full every pool is; several workers in the same quarter of an hour record it once. */
export async function recordPoolReadings(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await insertPoolReadings(ctx.db.sql, new Date(now - (now % POOL_READING_MS)));
}

/** Deletes readings that are too old to be shown. */
export async function dropOldPoolReadings(ctx: Ctx): Promise<void> {
  await deletePoolReadingsBefore(ctx.db.sql, addMs(ctx.clock.now(), -KEPT_MS));
}

/** How full every pool has been during the last days. For operators. */
export async function readUtilisation(ctx: Ctx, input: { days: number }): Promise<Utilisation> {
  const per = input.days <= HOURLY_DAYS ? 'hour' : 'day';
  const now = ctx.clock.now();
  const since = addMs(now, -input.days * DAY_MS);
  // Whole hours and days only: otherwise the first would average only its last part.
  const start = per === 'day' ? billingDay(since).start : addMs(since, -(since.getTime() % HOUR_MS));
  const [pools, points] = await Promise.all([
    listPools(ctx.db.sql),
    averagePoolReadings(ctx.db.sql, { start, end: addMs(now, HOUR_MS), per }),
  ]);
  const byPool = Map.groupBy(points, ({ poolId }) => poolId);
  return {
    bucketHours: per === 'hour' ? 1 : 24,
    pools: pools.map(({ id, name, gpuModel }) => ({
      poolId: id,
      name,
      gpuModel,
      points: (byPool.get(id) ?? []).map(({ at, gpus, held }) => ({ at: at.toISOString(), gpus, held })),
    })),
  };
}
