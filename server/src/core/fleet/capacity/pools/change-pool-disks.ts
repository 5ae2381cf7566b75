import { notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lockPoolRows, type PoolRow } from '../hosts.store.ts';
import { updatePoolDisks } from './pools.store.ts';
import { requireDisks, type PoolDisks } from './require-disks.ts';

/**
 * Chooses the disks of servers whose machines are first made in a pool from now on; existing machines keep theirs. Omitted fields keep
 * their values. For operators. @throws NOT_FOUND · INVALID_REQUEST the engine does not offer them
 */
export function changePoolDisks(
  ctx: Ctx,
  { poolId, ...given }: { poolId: string } & { readonly [K in keyof PoolDisks]?: PoolDisks[K] | undefined },
): Promise<PoolRow> {
  return ctx.transact(async (tx) => {
    const [pool] = await lockPoolRows(tx, [poolId]);
    if (!pool) throw notFound('pool');
    const before = { systemDisk: pool.systemDisk, workDisk: pool.workDisk };
    const after = {
      systemDisk: given.systemDisk === undefined ? pool.systemDisk : given.systemDisk,
      workDisk: given.workDisk === undefined ? pool.workDisk : given.workDisk,
    };
    if (before.systemDisk === after.systemDisk && before.workDisk === after.workDisk) return pool;
    await requireDisks(tx, pool.engine, after);
    await updatePoolDisks(tx, { poolId, ...after });
    await recordAudit(tx, ctx, { accountId: null, action: 'pool.disks_changed', target: poolId, detail: { before, after } });
    return { ...pool, ...after };
  });
}
