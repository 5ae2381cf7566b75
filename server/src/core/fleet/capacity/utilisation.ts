import type { Utilisation } from '@boreal/contract/oversight.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listPools } from './list-pools.ts';
import { averagePoolReadings, deletePoolReadingsBefore, insertPoolReadings } from './utilisation.store.ts';

/** How often pools are read, product time. */
export const POOL_READING_MS = 15 * MINUTE_MS;

const KEPT_MS = 400 * DAY_MS;
/** Up to this range a point is an hour; beyond it, a day. */
const HOURLY_DAYS = 7;

/** Records how full every pool is; several workers in the same quarter of an hour record it once. */
export async function recordPoolReadings(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await insertPoolReadings(ctx.db.sql, new Date(now - (now % POOL_READING_MS)));
}

/** Drops readings that are too old to be shown. */
export async function dropOldPoolReadings(ctx: Ctx): Promise<void> {
  await deletePoolReadingsBefore(ctx.db.sql, addMs(ctx.clock.now(), -KEPT_MS));
}

/** How full every pool was in the latest days. For operators. */
export async function readUtilisation(ctx: Ctx, input: { days: number }): Promise<Utilisation> {
  const bucketHours = input.days <= HOURLY_DAYS ? 1 : 24;
  const bucketMs = bucketHours * HOUR_MS;
  const from = addMs(ctx.clock.now(), -input.days * DAY_MS).getTime();
  // Whole buckets only: the first would be an average of its end.
  const since = new Date(from - (from % bucketMs));
  const [pools, points] = await Promise.all([listPools(ctx.db.sql), averagePoolReadings(ctx.db.sql, { since, bucketHours })]);
  const byPool = Map.groupBy(points, ({ poolId }) => poolId);
  return {
    bucketHours,
    pools: pools.map(({ id, name, gpuModel }) => ({
      poolId: id,
      name,
      gpuModel,
      points: (byPool.get(id) ?? []).map(({ at, gpus, held }) => ({ at: at.toISOString(), gpus, held })),
    })),
  };
}
