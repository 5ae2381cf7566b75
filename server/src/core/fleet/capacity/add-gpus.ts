import { GPUS_MAX, type HostGpu } from '@boreal/contract/gpus.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { gpusNamedTwice } from './capacity.rules.ts';
import { wrongGpuNames } from './gpu-names.rules.ts';
import { devicesIn, gpuOf, insertGpus } from './gpu-states.store.ts';
import { findHost, lockPool } from './hosts.store.ts';

/**
 * Adds GPUs to a host, in the slots after its last; they are sold from now on. `devices`: the engine's own name of each; null: it
 * needs none. For operators.
 */
export function addGpus(ctx: Ctx, input: { hostId: string; devices: readonly (string | null)[] }): Promise<HostGpu[]> {
  return ctx.transact(async (tx) => {
    const { hostId, devices } = input;
    const host = await findHost(tx, hostId);
    if (!host) throw notFound('host');
    const pool = await lockPool(tx, host.poolId);
    if (!pool) throw new Error(`there is no pool ${host.poolId}`);
    const own = await devicesIn(tx, { hostId });
    const all = [...own, ...devices];
    if (devices.length < 1 || all.length > GPUS_MAX) throw invalidRequest('gpuCount', capacitySentences.gpuCount(GPUS_MAX));
    const wrong = wrongGpuNames(pool, all);
    if (wrong) throw invalidRequest('devices', wrong);
    if (gpusNamedTwice(all)) throw invalidRequest('devices', capacitySentences.gpuNamedTwice);
    if (devices.includes(null) && own.some((device) => device !== null)) {
      throw invalidRequest('devices', capacitySentences.gpusHaveNames(host.name));
    }
    const slots = await insertGpus(tx, { hostId, devices });
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'gpu.added',
      target: hostId,
      detail: { host: host.name, slots, devices: [...devices] },
    });
    const fresh = {
      hostId,
      state: 'ok',
      stateReason: null,
      stateSince: null,
      serverId: null,
      leavingServerId: null,
      takenAt: null,
      health: null,
    } as const;
    return slots.map((slot, n) => ({ hostId, hostName: host.name, ...gpuOf({ ...fresh, slot, device: devices[n] ?? null }) }));
  });
}
