import { GPUS_MAX } from '@boreal/contract/gpus.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { gpusNamedTwice } from './capacity.rules.ts';
import { wrongGpuNames } from './gpu-names.rules.ts';
import { insertHost, lockPool, type HostRow } from './hosts.store.ts';

export interface NewHost {
  readonly poolId: string;
  readonly name: string;
  readonly gpuCount: number;
  /** The engine's own name of each GPU; null, or no list: it needs none. */
  readonly devices?: readonly (string | null)[];
}

/**
 * Adds a host and its GPUs to a pool; machines are placed on it at once. `name` is the engine's own name of the host.
 * For operators.
 */
export function addHost(ctx: Ctx, input: NewHost): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const { poolId, name, gpuCount, devices } = input;
    const now = ctx.clock.now();
    if (!Number.isInteger(gpuCount) || gpuCount < 1 || gpuCount > GPUS_MAX) {
      throw invalidRequest('gpuCount', capacitySentences.gpuCount(GPUS_MAX));
    }
    const named = (devices ?? []).filter((device) => device !== null);
    if (gpusNamedTwice(named)) throw invalidRequest('devices', capacitySentences.gpuNamedTwice);
    const pool = await lockPool(tx, poolId);
    if (!pool) throw notFound('pool');
    const wrong = wrongGpuNames(pool, named);
    if (wrong) throw invalidRequest('devices', wrong);
    const fresh = { state: 'accepting', stateSince: null, stateWhy: null, silentSince: null, silentWhy: null, createdAt: now } as const;
    const host = { id: newId('host', now), poolId, name, ...fresh };
    if (!(await insertHost(tx, { host, devices: devices ?? Array.from({ length: gpuCount }, () => null) })))
      throw invalidRequest('name', capacitySentences.hostNameTaken(name));
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'host.added',
      target: host.id,
      detail: { name, poolId, gpuCount, ...(named.length > 0 && { devices: named }) },
    });
    return host;
  });
}
