import { z } from 'zod';
import type { MachineSize } from '../../engine.ts';
import { findFlavor } from './choose-flavor.ts';
import { givesGpus } from './flavor.rules.ts';
import { disksNotOffered } from '../machine-disks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

const Limits = z.object({
  limits: z.object({
    absolute: z.object({
      maxTotalInstances: z.number(),
      totalInstancesUsed: z.number(),
      maxTotalCores: z.number(),
      totalCoresUsed: z.number(),
      maxTotalRAMSize: z.number(),
      totalRAMUsed: z.number(),
    }),
  }),
});

/**
 * How many more machines of a size fit the project's quota; null if it sets no limit: whether the cloud has hosts for them is known only
 * once one is made. Zero for a size for which the cloud has no flavor, or one that gives other GPUs.
 */
export async function capacityOf(deps: OpenstackDeps, size: MachineSize, signal: AbortSignal): Promise<number | null> {
  if (disksNotOffered(size, deps.layout).length > 0) return 0;
  if (deps.layout.whose === 'ours') return null;
  const flavor = await findFlavor(deps, size, { anew: false }, signal);
  if (flavor === null || !givesGpus(flavor, size, deps.layout)) return 0;
  const { absolute } = (await deps.client.read('compute', '/limits', Limits, signal)).limits;
  const rooms = [
    roomFor(1, absolute.maxTotalInstances, absolute.totalInstancesUsed),
    roomFor(flavor.vcpus, absolute.maxTotalCores, absolute.totalCoresUsed),
    roomFor(flavor.ram, absolute.maxTotalRAMSize, absolute.totalRAMUsed),
  ].filter((room) => room !== null);
  return rooms.length === 0 ? null : Math.min(...rooms);
}

/** A negative limit means no limit. */
function roomFor(each: number, limit: number, used: number): number | null {
  return limit < 0 ? null : Math.max(0, Math.floor((limit - used) / each));
}
