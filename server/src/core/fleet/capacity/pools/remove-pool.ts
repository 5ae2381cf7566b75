import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lockPoolRows, type PoolRow } from '../hosts.store.ts';
import { deletePool, hostsOfPool, serversLastIn } from './pools.store.ts';

/**
 * Removes a pool without hosts, in which no server was last that is still there: such a one wakes only where machines are of its kind, and
 * the pool says which that is. How full it was stays to be read. For operators. @throws NOT_FOUND · INVALID_REQUEST something needs it
 */
export function removePool(ctx: Ctx, { poolId, reason }: { poolId: string; reason: string }): Promise<PoolRow> {
  return ctx.transact(async (tx) => {
    // Whoever adds a host or sells holds the pool: wait for them.
    const [pool] = await lockPoolRows(tx, [poolId]);
    if (!pool) throw notFound('pool');
    const hosts = await hostsOfPool(tx, poolId);
    if (hosts.first !== null) throw invalidRequest('poolId', capacitySentences.poolHasHosts(pool.name, hosts.count, hosts.first));
    const servers = await serversLastIn(tx, poolId);
    if (servers.first !== null) throw invalidRequest('poolId', capacitySentences.poolHasServers(pool.name, servers.count, servers.first));
    await deletePool(tx, pool, ctx.clock.now());
    const { name, engine, gpuModel, region, machineType, withGpus } = pool;
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'pool.removed',
      target: poolId,
      detail: { name, engine, gpuModel, region, machineType, withGpus, reason },
    });
    return pool;
  });
}
