import type { Engine } from '../../../../engines/engine.ts';
import { addMs, MINUTE_MS } from '../../../../kit/clock.ts';
import { listPlacingHosts, notePlaceable, type PlacingHost } from '../../capacity/places/placeable.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';

/** How long a refusal counts for more than what an engine says: clouds report capacity that their schedulers then refuse. */
const REFUSAL_MS = 10 * MINUTE_MS;

/**
 * Asks an engine that chooses hosts by itself how large a machine it can still place on each host, so that nothing is sold that it would
 * refuse. For any other engine our own rows know that.
 */
export async function askCapacity(ctx: Ctx, engine: Engine): Promise<void> {
  if (engine.can.placement !== 'engine') return;
  for (const host of await listPlacingHosts(ctx.db.sql, engine.name)) {
    const refusedSince = addMs(ctx.clock.now(), -REFUSAL_MS);
    await notePlaceable(ctx.db.sql, { hostId: host.id, poolId: host.poolId, gpus: await largestOn(engine, host), refusedSince });
  }
}

/** The number of GPUs of the largest machine for sale that it can still place; null: any size, or it does not say. */
async function largestOn(engine: Engine, host: PlacingHost): Promise<number | null> {
  const { name, machineType, gpuModel, withGpus, systemDisk, workDisk, sizes } = host;
  for (const [smaller, size] of sizes.entries()) {
    const wanted = { ...size, machineType, gpuModel, withGpus, systemDisk, workDisk };
    const machines = await engine.capacity(wanted, name, AbortSignal.timeout(engine.answers.work));
    if (machines === null) return null;
    if (machines > 0) return smaller === 0 ? null : size.gpuCount;
  }
  return sizes.length === 0 ? null : 0;
}
