import { GPUS_MAX } from '@boreal/contract/gpus.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import type { HostFound } from '../../../engines/engine.ts';
import { noteFound } from './found.store.ts';
import { gpusNamedTwice } from './capacity.rules.ts';
import { wrongGpuNames } from './gpu-names.rules.ts';
import { findHost, insertHost, lockPool, type HostRow } from './hosts.store.ts';

export interface NewHost {
  readonly poolId: string;
  readonly name: string;
  readonly gpuCount: number;
  /** The engine's own name of each GPU; null, or no list: it needs none. */
  readonly devices?: readonly (string | null)[];
  /** What the engine finds in it; without it, cores, memory and disks are not counted before the watch over hosts has looked. */
  readonly found?: HostFound | null;
}

/**
 * Adds a host and its GPUs to a pool; machines are placed on it at once. `name` is the engine's own name of the host.
 * For operators.
 */
export function addHost(ctx: Ctx, input: NewHost): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const { poolId, name, gpuCount, devices, found = null } = input;
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
    await noteFound(tx, [{ name, found }]);
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'host.added',
      target: host.id,
      detail: { name, poolId, gpuCount, ...(named.length > 0 && { devices: named }) },
    });
    const added = await findHost(tx, host.id);
    if (!added) throw new Error(`the host ${host.id} was not added`);
    return added;
  });
}
