import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lockPoolRows, type PoolRow } from '../hosts.store.ts';
import { deletePool, hostsOfPool, serversLastIn } from './pools.store.ts';

/**
 * Removes a pool that has no hosts and was not the last pool of any server that still exists: such a server can only be restored on
 * machines of its kind, which the pool records. Its utilization history is kept. For operators. @throws NOT_FOUND · INVALID_REQUEST
 * something needs it
 */
export function removePool(ctx: Ctx, { poolId, reason }: { poolId: string; reason: string }): Promise<PoolRow> {
  return ctx.transact(async (tx) => {
    // Adding a host and selling both lock the pool: wait for them.
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
