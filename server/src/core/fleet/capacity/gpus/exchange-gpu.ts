import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { holderOf, type GpuReason, type HostGpu } from '@boreal/contract/fleet/gpus.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { gpusNamedTwice } from '../capacity.rules.ts';
import { changeGpu, type GpuPlace } from './change-gpu.ts';
import { wrongGpuNames } from './gpu-names.rules.ts';
import type { GpuRow, HostRow } from '../hosts.store.ts';

/**
 * Records that a different GPU is in the slot, for sale from now on. `device`: the engine's own name for it, if that has changed. For
 * operators. Refused while a server has the GPU.
 */
export function replaceGpu(ctx: Ctx, { device, ...at }: GpuPlace & { device?: string | undefined }): Promise<HostGpu> {
  return changeGpu(ctx, at, (gpu, host, { pool, others }) => {
    requireUnheld(gpu, host);
    const name = device ?? gpu.device;
    const ofPool = others.filter(({ poolId }) => poolId === pool.id);
    // A GPU whose name predates these rules may be replaced by one like it.
    const wrong = device === undefined ? null : wrongGpuNames(pool, [...ofPool.map((other) => other.device), name]);
    if (wrong) throw invalidRequest('devices', wrong);
    const twice = gpusNamedTwice([...others.map((other) => other.device), name]);
    if (twice) throw invalidRequest('devices', twice);
    return { action: 'gpu.replaced', state: 'ok', reason: null, isAnother: true, ...(device !== undefined && { device }) };
  });
}

/** Records that the slot is empty. The slot remains, so that the others keep their numbers. For operators. */
export function removeGpu(ctx: Ctx, { reason, ...at }: GpuPlace & { reason: GpuReason }): Promise<HostGpu> {
  return changeGpu(ctx, at, (gpu, host) => {
    requireUnheld(gpu, host);
    return gpu.state === 'removed' ? null : { action: 'gpu.removed', state: 'removed', reason };
  });
}

function requireUnheld(gpu: GpuRow, host: HostRow): void {
  const holder = holderOf(gpu);
  if (holder !== null) throw invalidRequest('slot', capacitySentences.gpuIsHeld(host.name, gpu.slot, holder));
}
