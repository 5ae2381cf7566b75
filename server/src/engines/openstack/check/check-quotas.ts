import { z } from 'zod';
import type { MachineSize } from '../../engine.ts';
import type { CloudClient } from '../cloud/cloud-client.ts';
import { isForbidden } from '../cloud/cloud-errors.ts';
import { disksOf } from '../machine-disks.rules.ts';
import type { Layout } from '../openstack-deps.ts';

const NetworkQuota = z.object({
  quota: z.object({ security_group: z.number(), security_group_rule: z.number(), port: z.number(), floatingip: z.number() }),
});
const ComputeLimits = z.object({
  limits: z.object({ absolute: z.object({ maxTotalInstances: z.number(), maxTotalCores: z.number(), maxTotalRAMSize: z.number() }) }),
});
const VolumeLimits = z.object({
  limits: z.object({ absolute: z.object({ maxTotalVolumes: z.number(), maxTotalVolumeGigabytes: z.number() }) }),
});

/** The rules of a machine without any added by its customer: what is open by default, in both families, and ours. */
const RULES_OF_A_MACHINE = 6;

/**
 * Quotas that run out before what is declared for sale does: then the cloud refuses servers that were sold. New projects have ten security
 * groups and ten volumes. Cores and memory in someone else's cloud are checked at each sale (`capacity`).
 */
export async function smallQuotas(
  { client, layout }: { client: CloudClient; layout: Pick<Layout, 'whose' | 'systemDisks' | 'workDisks' | 'floatingNetwork'> },
  { places, sizes }: { places: number; sizes: readonly MachineSize[] },
  signal: AbortSignal,
): Promise<string[]> {
  if (places === 0) return [];
  // Other checks report a missing service.
  const { projectId, endpoint } = await client.session(signal);
  const needed: { what: string; limit: number; needs: number; option: string }[] = [];
  const network =
    endpoint('network') === null ? null : await ifTold(client.read('network', `/v2.0/quotas/${projectId}`, NetworkQuota, signal));
  if (network !== null) {
    const { security_group: groups, security_group_rule: rules, port: ports, floatingip: floatingIps } = network.quota;
    needed.push(
      // Besides the machines': the project's default group, and the one that records which database drives them.
      { what: 'security groups', limit: groups, needs: places + 2, option: 'secgroups' },
      { what: 'rules of security groups', limit: rules, needs: places * RULES_OF_A_MACHINE, option: 'secgroup-rules' },
      { what: 'ports', limit: ports, needs: places, option: 'ports' },
    );
    if (layout.floatingNetwork !== null)
      needed.push({ what: 'floating addresses', limit: floatingIps, needs: places, option: 'floating-ips' });
  }
  // For the size that takes most of it.
  const largest = (of: (size: MachineSize) => number) =>
    Math.max(0, ...sizes.map((size) => Math.floor(places / Math.max(1, size.gpuCount)) * of(size)));
  const volumesOf = (size: MachineSize) => {
    const { systemDisk, workDisk } = disksOf(size, layout);
    return [systemDisk === 'volume' ? size.storageGb : 0, workDisk === 'volume' ? size.localStorageGb : 0].filter((sizeGb) => sizeGb > 0);
  };
  const volumes =
    endpoint('volume') !== null && sizes.some((size) => volumesOf(size).length > 0)
      ? await ifTold(client.read('volume', '/limits', VolumeLimits, signal))
      : null;
  if (volumes !== null) {
    const { maxTotalVolumes, maxTotalVolumeGigabytes } = volumes.limits.absolute;
    const gigabytes = largest((size) => volumesOf(size).reduce((sum, sizeGb) => sum + sizeGb, 0));
    needed.push(
      { what: 'volumes', limit: maxTotalVolumes, needs: largest((size) => volumesOf(size).length), option: 'volumes' },
      { what: 'gigabytes of volumes', limit: maxTotalVolumeGigabytes, needs: gigabytes, option: 'gigabytes' },
    );
  }
  const compute = layout.whose === 'ours' ? await ifTold(client.read('compute', '/limits', ComputeLimits, signal)) : null;
  if (compute !== null) {
    const { maxTotalInstances, maxTotalCores, maxTotalRAMSize } = compute.limits.absolute;
    needed.push(
      { what: 'servers', limit: maxTotalInstances, needs: places, option: 'instances' },
      { what: 'cores', limit: maxTotalCores, needs: largest(({ vcores }) => vcores), option: 'cores' },
      { what: 'megabytes of memory', limit: maxTotalRAMSize, needs: largest(({ ramGb }) => ramGb * 1024), option: 'ram' },
    );
  }
  // A negative limit means no limit.
  return needed
    .filter(({ limit, needs }) => limit >= 0 && limit < needs)
    .map(
      ({ what, limit, needs, option }) =>
        `The project may have ${limit} ${what}, and what is declared for sale may need ${needs}. Raise its quota: openstack quota set --${option} ${needs} ${projectId}`,
    );
}

/** An unreadable quota is not known to be too small. */
async function ifTold<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isForbidden(error)) return null;
    throw error;
  }
}
