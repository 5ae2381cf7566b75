import type { AuditAction } from '@boreal/contract/account/audit.ts';
import type { GpuReason, GpuState, HostGpu } from '@boreal/contract/fleet/gpus.ts';
import { notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { findGpu, gpuOf, gpusIn, writeGpuState } from './gpu-states.store.ts';
import { findHost, lockPoolsOf, type GpuRow, type HostRow, type NewGpu, type PoolRow } from '../hosts.store.ts';

export interface GpuPlace {
  readonly hostId: string;
  readonly slot: number;
}

/** What a GPU changes to, and the audit log's name for the change. */
export interface GpuChange {
  readonly action: AuditAction;
  readonly state: GpuState;
  readonly reason: GpuReason | null;
  readonly device?: string | null;
  /** A different GPU is in the slot: health data of the former one is deleted. */
  readonly isAnother?: boolean;
}

/**
 * Changes the state of one GPU, among the `others` of its host, under the locks of the host's pools, so that a sale that has chosen it
 * finishes first. `decide` throws to refuse; null: nothing to change. @throws NOT_FOUND
 */
export function changeGpu(
  ctx: Ctx,
  at: GpuPlace,
  decide: (gpu: GpuRow, host: HostRow, beside: { pool: PoolRow; others: readonly NewGpu[] }) => GpuChange | null,
): Promise<HostGpu> {
  return ctx.transact(async (tx) => {
    const host = await findHost(tx, at.hostId);
    if (!host) throw notFound('host');
    const pools = await lockPoolsOf(tx, host.id);
    const gpu = await findGpu(tx, at);
    if (!gpu) throw notFound('GPU');
    const pool = pools.find(({ id }) => id === gpu.poolId);
    if (!pool) throw new Error(`the pool ${gpu.poolId} is not locked`);
    const others = await gpusIn(tx, { hostId: host.id, except: gpu.slot });
    const change = decide(gpu, host, { pool, others });
    const known = { hostId: host.id, hostName: host.name };
    if (change === null) return { ...known, ...gpuOf(gpu) };
    const { action, ...to } = change;
    const now = ctx.clock.now();
    await writeGpuState(tx, gpu, { ...to, at: now });
    await recordAudit(tx, ctx, {
      accountId: null,
      action,
      target: gpuTarget(gpu),
      detail: {
        host: host.name,
        slot: gpu.slot,
        before: { state: gpu.state, device: gpu.device, reason: gpu.stateReason },
        after: { state: to.state, device: to.device ?? gpu.device, reason: to.reason },
      },
    });
    return {
      ...known,
      ...gpuOf({
        ...gpu,
        state: to.state,
        stateReason: to.reason,
        stateSince: now,
        device: to.device === undefined ? gpu.device : to.device,
      }),
    };
  });
}

/** The audit log's name for a GPU. */
export function gpuTarget({ hostId, slot }: GpuPlace): string {
  return `${hostId}/${slot}`;
}
