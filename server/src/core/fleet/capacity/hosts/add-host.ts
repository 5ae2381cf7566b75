import { GPUS_MAX } from '@boreal/contract/fleet/gpus.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { newId } from '../../../../kit/ids.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { HostFound } from '../../../../engines/engine-hosts.ts';
import { noteFound } from './found.store.ts';
import { gpusNamedTwice } from '../capacity.rules.ts';
import { wrongGpuNames } from '../gpus/gpu-names.rules.ts';
import {
  findHost,
  insertHost,
  lockPoolRows,
  mayHaveMachines,
  noteSharing,
  type HostRow,
  type NewGpu,
  type PoolRow,
} from '../hosts.store.ts';

/** GPUs of a new host that belong to one pool. */
export interface NewShare {
  readonly poolId: string;
  readonly gpuCount: number;
  /** The engine's own name for each GPU; null, or no list: not needed. */
  readonly devices?: readonly (string | null)[] | undefined;
}

export interface NewHost extends NewShare {
  readonly name: string;
  /** The GPUs it has for other pools of the same engine and region, in the slots that follow. */
  readonly others?: readonly NewShare[];
  /** What the engine finds on the host. Without it, cores, memory and disks are not counted until the watch over hosts has looked. */
  readonly found?: HostFound | null;
}

/**
 * Adds a host and its GPUs to pools. Machines are placed on it immediately, or, if some of ours may be on it already, once a worker has
 * looked. `name` is the engine's own name for the host.
 * For operators.
 */
export function addHost(ctx: Ctx, input: NewHost): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const { name, others = [], found = null } = input;
    const shares = [input, ...others];
    const now = ctx.clock.now();
    const gpus = shares.flatMap(gpusOf);
    const enough = shares.every(({ gpuCount }) => Number.isInteger(gpuCount) && gpuCount >= 1);
    if (!enough || gpus.length < 1 || gpus.length > GPUS_MAX) throw invalidRequest('gpuCount', capacitySentences.gpuCount(GPUS_MAX));
    const named = gpus.flatMap(({ device }) => device ?? []);
    const twice = gpusNamedTwice(named);
    if (twice) throw invalidRequest('devices', twice);
    const pools = await lockPoolRows(
      tx,
      shares.map(({ poolId }) => poolId),
    );
    const [first] = shares.map(({ poolId }) => requirePool(pools, poolId));
    if (!first) throw notFound('pool');
    for (const pool of pools) {
      if (pool.engine !== first.engine || pool.region !== first.region)
        throw invalidRequest('poolId', capacitySentences.poolElsewhere(pool.name));
      const wrong = wrongGpuNames(
        pool,
        gpus.filter(({ poolId }) => poolId === pool.id).map(({ device }) => device),
      );
      if (wrong) throw invalidRequest('devices', wrong);
    }
    const { engine } = first;
    const fresh = { state: 'accepting', stateSince: null, stateWhy: null, createdAt: now } as const;
    const looked = { silentSince: null, silentWhy: null } as const;
    const unlooked = { silentSince: now, silentWhy: 'unchecked' } as const;
    // Which GPUs its machines use must be known before it is sold.
    const sale = (await mayHaveMachines(tx, engine)) ? unlooked : looked;
    const host = { id: newId('host', now), engine, poolId: first.id, name, ...fresh, ...sale };
    if (!(await insertHost(tx, { host, gpus }))) throw invalidRequest('name', capacitySentences.hostNameTaken(name));
    if (pools.length > 1)
      await noteSharing(
        tx,
        pools.map(({ id }) => id),
      );
    await noteFound(tx, engine, [{ name, found }]);
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'host.added',
      target: host.id,
      detail: {
        name,
        gpuCount: gpus.length,
        pools: shares.map(({ poolId, gpuCount }) => ({ poolId, gpuCount })),
        ...(named.length > 0 && { devices: named }),
      },
    });
    const added = await findHost(tx, host.id);
    if (!added) throw new Error(`the host ${host.id} was not added`);
    return added;
  });
}

function gpusOf({ poolId, gpuCount, devices }: NewShare): NewGpu[] {
  return (devices ?? Array.from({ length: gpuCount }, () => null)).map((device) => ({ poolId, device }));
}

function requirePool(pools: readonly PoolRow[], id: string): PoolRow {
  const pool = pools.find((one) => one.id === id);
  if (!pool) throw notFound('pool');
  return pool;
}
