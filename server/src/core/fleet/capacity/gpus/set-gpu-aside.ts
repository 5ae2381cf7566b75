import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import type { GpuReason, HostGpu } from '@boreal/contract/fleet/gpus.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { changeGpu, type GpuPlace } from './change-gpu.ts';

/**
 * Quarantines a GPU: once this returns, no other server gets it. A server that has it keeps it and continues. For operators, and for the
 * watch over the GPUs' health.
 */
export function quarantineGpu(ctx: Ctx, { reason, ...at }: GpuPlace & { reason: GpuReason }): Promise<HostGpu> {
  return changeGpu(ctx, at, ({ slot, state }, host) => {
    if (state === 'removed') throw invalidRequest('slot', capacitySentences.gpuWasRemoved(host.name, slot));
    return { action: 'gpu.quarantined', state: 'quarantined', reason };
  });
}

/** Puts a GPU that was set aside back on sale. For operators. */
export function releaseGpu(ctx: Ctx, at: GpuPlace): Promise<HostGpu> {
  return changeGpu(ctx, at, ({ slot, state }, host) => {
    if (state === 'removed') throw invalidRequest('slot', capacitySentences.gpuWasRemoved(host.name, slot));
    return state === 'ok' ? null : { action: 'gpu.released', state: 'ok', reason: null };
  });
}
