import { GPUS_MAX, type HostGpu } from '@boreal/contract/fleet/gpus.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { gpusNamedTwice } from '../capacity.rules.ts';
import { wrongGpuNames } from './gpu-names.rules.ts';
import { gpuOf, gpusIn, insertGpus } from './gpu-states.store.ts';
import { findHost, lockPoolsOf, noteSharing, readHome } from '../hosts.store.ts';

/**
 * Adds GPUs to a host, in the slots after its last. They are for sale from now on, in a pool of the host's engine and region; without
 * `poolId`, in the only pool that the host has GPUs of. `devices`: the engine's own name for each; null: not needed. For operators.
 */
export function addGpus(
  ctx: Ctx,
  input: { hostId: string; poolId?: string | undefined; devices: readonly (string | null)[] },
): Promise<HostGpu[]> {
  return ctx.transact(async (tx) => {
    const { hostId, devices } = input;
    const host = await findHost(tx, hostId);
    if (!host) throw notFound('host');
    const { poolId } = input;
    const pools = await lockPoolsOf(tx, hostId, poolId === undefined ? [] : [poolId]);
    if (poolId === undefined && pools.length > 1)
      throw invalidRequest('poolId', capacitySentences.whichPool(pools.map(({ name }) => name)));
    const pool = poolId === undefined ? pools[0] : pools.find(({ id }) => id === poolId);
    if (!pool) throw notFound('pool');
    const { engine, region } = await readHome(tx, host);
    if (pool.engine !== engine || pool.region !== region) throw invalidRequest('poolId', capacitySentences.poolElsewhere(pool.name));
    const there = await gpusIn(tx, { hostId });
    const own = there.map(({ device }) => device);
    const all = [...own, ...devices];
    if (devices.length < 1 || all.length > GPUS_MAX) throw invalidRequest('gpuCount', capacitySentences.gpuCount(GPUS_MAX));
    const wrong = wrongGpuNames(pool, [...there.filter((gpu) => gpu.poolId === pool.id).map(({ device }) => device), ...devices]);
    if (wrong) throw invalidRequest('devices', wrong);
    const twice = gpusNamedTwice(all);
    if (twice) throw invalidRequest('devices', twice);
    if (devices.includes(null) && own.some((device) => device !== null)) {
      throw invalidRequest('devices', capacitySentences.gpusHaveNames(host.name));
    }
    const slots = await insertGpus(tx, { hostId, gpus: devices.map((device) => ({ poolId: pool.id, device })) });
    await noteSharing(
      tx,
      pools.map(({ id }) => id),
    );
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'gpu.added',
      target: hostId,
      detail: { host: host.name, poolId: pool.id, slots, devices: [...devices] },
    });
    const fresh = {
      hostId,
      poolId: pool.id,
      state: 'ok',
      stateReason: null,
      stateSince: null,
      serverId: null,
      leavingServerId: null,
      orphanId: null,
      takenAt: null,
      health: null,
    } as const;
    return slots.map((slot, n) => ({ hostId, hostName: host.name, ...gpuOf({ ...fresh, slot, device: devices[n] ?? null }) }));
  });
}
