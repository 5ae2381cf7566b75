import { isNvidia, isSlice, isWholeKind, knownGpus } from '@boreal/contract/fleet/gpu-hardware.ts';
import { addMs, MINUTE_MS, type Clock } from '../../kit/clock.ts';
import type { MachineSpec } from '../engine.ts';
import type { EngineGpu } from '../engine-hosts.ts';
import { gpusOf } from './rules/hosts.rules.ts';
import type { IncusClient } from './client/incus-client.ts';
import { Resources } from './client/incus-shapes.ts';
import { isGroup } from './rules/machine-marks.rules.ts';

/** GPUs are changed only while their host is off. */
const KNOWN_MS = MINUTE_MS;

/** Whether a machine gets NVIDIA GPUs on this host, whose driver its container needs. */
export type HasNvidia = (spec: Pick<MachineSpec, 'gpus' | 'gpuModel'>, hostName: string, signal: AbortSignal) => Promise<boolean>;

export function createCardVendors(client: IncusClient, clock: Clock, isClustered: (signal: AbortSignal) => Promise<boolean>): HasNvidia {
  const known = new Map<string, { gpus: readonly EngineGpu[]; until: Date }>();

  async function gpusAt(hostName: string, signal: AbortSignal): Promise<readonly EngineGpu[]> {
    const kept = known.get(hostName);
    if (kept && clock.wall() < kept.until) return kept.gpus;
    const target = (await isClustered(signal)) ? `?target=${encodeURIComponent(hostName)}` : '';
    const { value } = await client.read(`/1.0/resources${target}`, Resources, signal);
    const gpus = gpusOf(value.gpu.cards ?? []);
    known.set(hostName, { gpus, until: addMs(clock.wall(), KNOWN_MS) });
    return gpus;
  }

  return async ({ gpus, gpuModel }, hostName, signal) => {
    const devices = gpus.flatMap(({ device }) => device ?? []);
    if (devices.some((device) => isSlice(device) || (isWholeKind(device) && isNvidia({ pciId: device.toLowerCase() })))) return true;
    const addresses = new Set(devices.filter((device) => !isWholeKind(device)).map((device) => device.toLowerCase()));
    if (addresses.size === 0) return false;
    // Incus has yet to choose the host: all GPUs there are of the pool's model.
    if (isGroup(hostName)) return knownGpus.find(({ model }) => model === gpuModel)?.pciId.startsWith('1002:') !== true;
    return (await gpusAt(hostName, signal)).some(
      ({ device, hardware }) => addresses.has(device.toLowerCase()) && hardware !== null && isNvidia(hardware),
    );
  };
}
